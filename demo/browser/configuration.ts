import type { LookupName } from '../../src/model/types.js';
import type { Markup } from './markup.js';
import { defaultFields, readRows } from './rows.js';

/**
 * The settings that have an effect, such as attributes and custom properties, by element and by layout of a card
 * (`visitor-info compact`).
 */
export type SettingsByElement = Readonly<Record<string, readonly string[]>>;

/** The state of the playground's form. Settings that are attributes have their names. */
export interface Configuration {
  element: string;
  layout: string;
  /** The rows of a card, one a line: `field`, or `field = label`. */
  rows: string;
  'heading-level': string;
  ua: string;
  /** Fallback content, or a label. */
  content: string;
  field: string;
  from: string;
  as: string;
  condition: string;
  conditionValues: string;
  result: string;
  announce: string;
  countries: string;
  preferred: string;
  preselect: string;
  value: string;
  name: string;
  required: string;
  disabled: string;
  map: string;
  label: string;
  lang: string;
  params: string;
  connection: string;
  /** A ready service of `services.js`. */
  ready: string;
  auth: string;
  serviceUrl: string;
  key: string;
  visitor: string;
}

/** The attributes with a control, in the order in which the code has them. */
const attributes = [
  'layout',
  'heading-level',
  'ua',
  'from',
  'field',
  'as',
  'announce',
  'countries',
  'preferred',
  'preselect',
  'value',
  'name',
  'required',
  'disabled',
  'label',
  'params',
] as const satisfies readonly (keyof Configuration)[];

/** The attributes without a value. */
const flags: readonly string[] = ['announce', 'required', 'disabled'];

/** Values that the code leaves out. */
const defaults: Partial<Configuration> = { layout: 'card', from: 'ip', lang: 'en' };

const lookups: Readonly<Record<string, LookupName>> = {
  'visitor-asn': 'asn',
  'visitor-user-agent': 'user-agent',
};

/** The lookup of the element that the form describes. */
export const lookupOf = ({ element, from }: Pick<Configuration, 'element' | 'from'>): LookupName =>
  element === 'visitor-value' ? (from as LookupName) : (lookups[element] ?? 'ip');

/** The settings that have an effect on the element that the form describes. Its name and its lookup are among them. */
export const settingsOf = (all: SettingsByElement, form: Configuration): ReadonlySet<string> =>
  new Set([
    form.element,
    lookupOf(form),
    ...(all[`${form.element} ${form.layout}`] ?? all[form.element] ?? []),
  ]);

/**
 * The element that the form describes, without attributes that have their default value or no effect.
 *
 * @param dir The direction, if it differs from the page's.
 */
export function markupOf(
  form: Configuration,
  effective: ReadonlySet<string>,
  style: Record<string, string>,
  dir?: string,
): Markup {
  const own = (name: keyof Configuration) => (form[name] === defaults[name] ? undefined : form[name]);
  const { fields, labels } = readRows(form.rows);
  const isDefault = fields.join() === defaultFields[lookupOf(form)].join();
  const rows = effective.has('fields') && {
    fields: isDefault ? undefined : fields.join(' '),
    labels: Object.keys(labels).length > 0 ? JSON.stringify(labels) : undefined,
  };
  const chosen = attributes
    .filter((name) => effective.has(name))
    .map((name) => [name, flags.includes(name) && form[name] ? true : own(name)] as const);
  // With the card's parameters the map needs no lookup of its own.
  const map: Markup = {
    tag: 'visitor-map',
    attributes: { slot: 'header', params: form.params },
    children: [],
  };
  const template: Markup = {
    tag: 'template',
    attributes: { [`data-${form.condition}`]: form.conditionValues },
    children: [form.result],
  };
  return {
    tag: form.element,
    style,
    attributes: {
      lang: effective.has('lang') ? own('lang') : undefined,
      dir,
      ...Object.fromEntries(chosen),
      ...rows,
    },
    children: [
      ...(form.map && effective.has('map') ? [map] : []),
      ...(effective.has('condition') ? [template] : []),
      ...(form.content && effective.has('content') ? [form.content] : []),
    ],
  };
}
