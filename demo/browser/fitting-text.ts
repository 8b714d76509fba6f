/** Text fields whose value must fit a selection: the values of a condition, the field of a lookup, a card's rows. */
import { conditionProblem } from '../../src/devtools/condition-problem.js';
import { wordsOf } from '../../src/devtools/condition-values.js';
import { type ConditionName, conditions } from '../../src/model/conditions.js';
import { CountryGroups } from '../../src/model/groups.js';
import type { LookupName } from '../../src/model/types.js';
import { lookupOf } from './configuration.js';
import { defaultFields, knownFields, readRows } from './rows.js';

/** Examples of conditions by name. All but the first country match the playground's first visitor. */
const examples: Readonly<Record<ConditionName, { values: string; content: string }>> = {
  country: { values: 'DE FR', content: 'Livraison gratuite, kostenloser Versand' },
  continent: { values: 'EU', content: 'Delivered within Europe' },
  region: { values: 'DE-BE US-CA', content: 'Pick it up in Berlin or Los Angeles' },
  eu: { values: 'true', content: 'No customs within the EU' },
  currency: { values: 'EUR', content: 'Prices in euros' },
  language: { values: 'de', content: 'Auf Deutsch lesen' },
  'time-zone': { values: 'Europe/Berlin', content: 'We answer now' },
  asn: { values: 'AS64500', content: 'Hello, colleagues' },
  network: { values: 'isp business', content: 'Welcome home' },
  device: { values: 'desktop', content: 'Download for your computer' },
  os: { values: 'Windows', content: 'Download for Windows' },
  browser: { values: 'Firefox', content: 'Add it to Firefox' },
  gpc: { values: 'true', content: 'We don’t count your visit' },
};

/** The names of all conditions. */
export const conditionNames: readonly string[] = conditions.map(({ name }) => name);

/** What is wrong with the values of a condition. Empty if nothing is. */
export function problemOfValues(name: string, text: string): string {
  const problem = text && conditionProblem({ [name]: text }, new CountryGroups());
  // The control beside the message names the condition already.
  return problem?.replace(/^data-\S+="(.*?)"(?= never)/, '“$1”') ?? '';
}

/** The values of a condition, in words. */
export function valuesInWords(name: string): string {
  const { allowed, simulatedForm, allowedInSimulation } = wordsOf(name);
  const words = allowed ?? (simulatedForm && allowedInSimulation?.includes(',') ? allowedInSimulation : '');
  return words || `Names such as ${examples[name as ConditionName].values}`;
}

const firstFields: Readonly<Record<LookupName, string>> = {
  ip: 'location.city',
  asn: 'name',
  'user-agent': 'name',
};

/** Gives each option of a select a text of its own in a field: the one that was typed for it, else an example. */
function fits(
  select: { value: string },
  field: HTMLInputElement | HTMLTextAreaElement,
  exampleOf: (option: string) => string,
) {
  const typed = new Map<string, string>();
  let option = select.value;
  field.addEventListener('input', () => typed.set(select.value, field.value));
  return {
    /** Changes the text if the option has changed. */
    follow(): void {
      if (select.value === option) return;
      option = select.value;
      field.value = typed.get(option) ?? exampleOf(option);
    },
    /** Accepts the form's restored values. */
    restored(): void {
      typed.clear();
      option = select.value;
      if (field.value === field.defaultValue) field.value = exampleOf(option);
    },
  };
}

/** Keeps the texts of a form fitting, and offers what they may be. */
export function fittingTexts(form: HTMLFormElement) {
  const control = (name: string) => form.elements.namedItem(name);
  const condition = control('condition') as HTMLSelectElement;
  const from = control('from') as HTMLSelectElement;
  const element = control('element') as RadioNodeList;
  const rows = control('rows') as HTMLTextAreaElement;
  const more = document.querySelector('#more-rows') as HTMLSelectElement;
  const lookup = (element: string) => lookupOf({ element, from: from.value });
  const byDefault = (element: string) => defaultFields[lookup(element)].join('\n');
  // The form's listener would offer other rows before one is picked.
  more.addEventListener('input', (event) => event.stopPropagation());
  document.querySelector('#add-row')?.addEventListener('click', () => {
    if (!more.value) return;
    rows.value = `${rows.value.trimEnd()}\n${more.value}`.trim();
    rows.dispatchEvent(new Event('input', { bubbles: true }));
  });
  const texts = [
    fits(
      condition,
      control('conditionValues') as HTMLInputElement,
      (name) => examples[name as ConditionName].values,
    ),
    fits(condition, control('result') as HTMLInputElement, (name) => examples[name as ConditionName].content),
    fits(element, rows, byDefault),
    fits(from, control('field') as HTMLInputElement, (lookup) => firstFields[lookup as LookupName]),
  ];
  const offer = (list: string, values: readonly string[]) =>
    document.querySelector(list)?.replaceChildren(...values.map((value) => new Option(value)));
  return {
    follow(): void {
      for (const text of texts) text.follow();
      offer('#known-fields', knownFields[from.value as LookupName]);
      // A link leaves out the rows that the card has by itself.
      rows.defaultValue = byDefault(element.value);
      const { fields } = readRows(rows.value);
      const others = knownFields[lookup(element.value)].filter((field) => !fields.includes(field));
      offer('#more-rows', others);
      const { allowed } = wordsOf(condition.value);
      const shape = conditions.find(({ name }) => name === condition.value)?.form;
      const both = allowed && shape?.test('true') && shape.test('false') ? ['true', 'false'] : [];
      offer('#known-values', both.length > 0 ? both : [examples[condition.value as ConditionName].values]);
    },
    restored(): void {
      for (const text of texts) text.restored();
    },
  };
}
