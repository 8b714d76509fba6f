/** Controls of the site's forms as markup. */
import { asMarkup } from './code.js';

type Options = readonly (readonly [value: string, label: string])[];

/** Radio buttons, side by side. */
export const choiceField = (
  name: string,
  legend: string,
  options: Options,
  checked = options[0]?.[0],
): string =>
  `<fieldset class="segments"><legend>${legend}</legend><div>${options
    .map(
      ([value, label]) =>
        `<label><input type="radio" name="${name}" value="${value}"${value === checked ? ' checked' : ''} /><span>${asMarkup(label)}</span></label>`,
    )
    .join('')}</div></fieldset>`;

/** A text field. */
export const textField = (name: string, label: string, value = '', more = ''): string =>
  `<label class="field">${label}<input type="text" name="${name}" value="${asMarkup(value)}" autocomplete="off" spellcheck="false" ${more}/></label>`;

export const checkField = (name: string, label: string, checked = false): string =>
  `<label class="check"><input type="checkbox" name="${name}" value="yes"${checked ? ' checked' : ''} /> ${label}</label>`;

export const selectField = (name: string, label: string, options: Options): string =>
  `<label class="field">${label}<select name="${name}">${options.map(([value, words]) => `<option value="${value}">${asMarkup(words)}</option>`).join('')}</select></label>`;

/** A colour token: a colour picker and a field for CSS. */
export const colourField = (name: string, example: string): string =>
  `<div class="field"><span id="of-${name}"><code>${name}</code></span><div class="swatch"><input type="color" value="${example}" data-colour-of="${name}" aria-labelledby="of-${name}" /><input type="text" name="${name}" aria-labelledby="of-${name}" placeholder="${example}" autocomplete="off" spellcheck="false" data-token /></div></div>`;

/** A button that shows its selection and opens a picker. */
export const pickerField = (label: string, chosen: string, content: string): string =>
  `<details class="drop" name="picker"><summary>${label}: <b data-chosen>${asMarkup(chosen)}</b></summary><div class="drop-panel">${content}</div></details>`;

/** Radio buttons with a sentence about the selected one. */
export const pillField = (
  name: string,
  legend: string,
  options: readonly (readonly [value: string, label: string, description: string])[],
): string =>
  `<fieldset class="see-as"><legend class="hidden">${legend}</legend>${options
    .map(
      ([value, label, description], index) =>
        `<label class="chip"><input type="radio" name="${name}" value="${value}" data-description="${asMarkup(description)}"${index === 0 ? ' checked' : ''} /><span>${label}</span></label>`,
    )
    .join('')}</fieldset><p class="aside" role="status" data-description></p>`;
