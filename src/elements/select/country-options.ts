import { createElement } from '../../lookup/document.js';
import { report } from '../../lookup/page.js';
import { flagEmoji } from '../../model/country.js';
import { type CountryList, countries, countryList } from '../../model/country-lists.js';
import { pageGroups } from '../../personal/page-groups.js';
import { flagFile, onMissingFlag, referrerPolicy } from '../base/flag.js';
import { languageOf } from '../base/language.js';
import { propertyText } from '../base/property-values.js';

/** A select with the lists of countries from its attributes. */
interface CountryListHost extends Element {
  countries: string | undefined;
  preferred: string | undefined;
}

/** The select's countries, in its language. `top` is the code of a country to put before all others. */
export function countryOptions(select: CountryListHost, top?: string): CountryList {
  const named = countries(languageOf(select));
  const limits = propertyText('countries', select.countries);
  const isNamed = named.some(([code]) => code === top);
  const preferred = `${isNamed ? top : ''} ${propertyText('preferred', select.preferred)}`;
  return countryList(named, limits, preferred, pageGroups());
}

/** The selector of the flags in a list. */
export const flagSelector = '[data-flag]';

/**
 * Puts a flag before the name of each country in the list of the native select, in browsers that show images in
 * options. The browser requests those in view.
 */
export function showFlags(select: HTMLSelectElement): void {
  if (getComputedStyle(select).appearance !== 'base-select') return;
  for (const option of select.options) {
    const code = option.value;
    const src = code && flagFile(code);
    const shown = option.querySelector<HTMLElement>(flagSelector);
    if (shown?.dataset['flag'] === (src ?? code)) continue;
    shown?.replaceWith();
    if (code) option.prepend(createFlag(code, src));
  }
}

/** A flag that adds no text to its option, because type-ahead searches the option's text. */
function createFlag(code: string, src: string | undefined): HTMLElement {
  const flag = createElement(src ? 'img' : 'span');
  flag.dataset['flag'] = src ?? code;
  // As large as the control's flag, with an edge for white ones.
  flag.style.cssText = 'block-size: 1em; inline-size: 1.5em; outline: 1px solid #8885';
  flag.addEventListener('error', (event) => {
    onMissingFlag(event);
    flag.replaceWith();
  });
  if (src) return Object.assign(flag, { alt: '', loading: 'lazy', referrerPolicy, src });
  flag.ariaHidden = 'true';
  flag.attachShadow({ mode: 'open' }).textContent = flagEmoji(code);
  return flag;
}

/** Reports mistakes of the page's author on the console. */
export function reportMistakes(select: CountryListHost, { mistakes }: CountryList): void {
  const { localName } = select;
  for (const mistake of mistakes) report(`<${localName}>: ${mistake}`);
  if (select.querySelector('select'))
    report(`<${localName}>: A <select> inside isn't used. Fill your own with origin.subscribe('ip', …).`);
  else if (select.querySelector('option'))
    report(`<${localName}>: An <option> is shown as part of the label. Use countries="DE AT CH".`);
}
