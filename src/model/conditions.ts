/** Conditions on a visitor's data, such as `data-country="FR BE"`: the table of all conditions, and how they match. */
import { countryCode, countryOf, isInEu, isRegionCode, knownValue, regionOf } from './country.js';
import { type CountryGroups, listItems } from './groups.js';
import { fieldValue, toText } from './json.js';

/** The form of a text, such as a regular expression. */
export type Form = { test(text: string): unknown };

/** One condition. The attributes on `<html>`, simulation and the documentation read the same rows. */
export interface Condition {
  /** The name in `data-country`, in `data-visitor-country` on `<html>`, and in the URL parameter `visitor-country`. */
  readonly name: string;
  /** The field of the data that it compares. With `isSignal`, the field of the browser's signals. */
  readonly path: string;
  /** Whether it compares a signal of the browser, and so needs no data. */
  readonly isSignal?: boolean;
  /** The form of a value. Default: any text. */
  readonly form?: Form;
  /** Whether its values may be groups such as `@eea`. */
  readonly acceptsGroups?: boolean;
  /** A prefix of values and attributes that the data doesn't have, such as `AS`. */
  readonly prefix?: string;
  /** The meaning of an empty value. */
  readonly ifEmpty?: string;
  derive?(data: unknown): unknown;
}

const trueOrFalse = { form: /^(true|false)?$/i, ifEmpty: 'true' };

const country = {
  name: 'country',
  path: 'location.country.code',
  form: { test: countryCode },
  acceptsGroups: true,
} as const satisfies Condition;

/** All conditions. Each has words in `src/devtools/condition-values.ts` and a line in three tests. */
const table = [
  country,
  { name: 'continent', path: 'location.continent.code', form: /^(a[fns]|eu|[ns]a|oc)$/i },
  {
    name: 'region',
    path: 'location.region.code',
    form: { test: (code) => code && isRegionCode(code) },
    acceptsGroups: true,
  },
  {
    name: 'eu',
    path: 'location.in_eu',
    ...trueOrFalse,
    derive(data) {
      const code = countryOf(data);
      return code && isInEu(code);
    },
  },
  { name: 'currency', path: 'currency.code', form: /^[a-z]{3}$/i },
  { name: 'language', path: 'location.language.code', form: /^[a-z]{2,3}(-\w+)*$/i },
  { name: 'time-zone', path: 'time_zone.id' },
  { name: 'asn', path: 'connection.asn', form: /^(as)?[1-9]\d*$/i, prefix: 'AS' },
  { name: 'network', path: 'connection.type' },
  { name: 'device', path: 'user_agent.device.type' },
  { name: 'os', path: 'user_agent.os.name' },
  { name: 'browser', path: 'user_agent.name' },
  { name: 'gpc', path: 'gpc', isSignal: true, ...trueOrFalse },
] as const satisfies readonly Condition[];

export const conditions: readonly Condition[] = table;

/** A list of values, separated by spaces or commas, or one value. */
type Values = string | number | boolean;

/** The name of a condition: `country` for `data-country`, and so on for each row of the table in the documentation. */
export type ConditionName = (typeof table)[number]['name'];

/**
 * Conditions by name, each with its values. A name is that of an attribute without `data-`, such as `country` for
 * `data-country`. `field` and `value` go together. Other names don't compile.
 */
export type Conditions = { readonly [Name in ConditionName]?: Values } & (
  | { readonly field?: never; readonly value?: never }
  | { readonly field: string; readonly value: Values }
);

/** `data-`: attributes, where unknown names are ignored. `''`: an object's properties, where they are mistakes. */
export type AttributePrefix = 'data-' | '';

interface WrittenCondition {
  readonly name: string;
  readonly list: string;
  /** For `data-field`, one of that field. `undefined`: it can never match, because of its name or a wrong value. */
  readonly condition: Condition | undefined;
  /** The first value that can never match. */
  readonly wrong: string | undefined;
}

export const conditionNames = (): string[] => [...conditions.map(({ name }) => name), 'field', 'value'];

/** The author's conditions. Unknown attributes are others', such as `data-testid`; misspelt ones are kept, to be reported. */
function writtenConditions(all: object, groups: CountryGroups, prefix: AttributePrefix): WrittenCondition[] {
  const given = Object(all);
  const names = conditionNames();
  return Object.keys(given).flatMap((name) => {
    const list = toText(given[name]);
    const isMeant = !prefix || names.includes(name) || groups.codesOf(name) || (list && nearest(name, names));
    if (!isMeant || (name === 'field' && 'value' in given)) return [];
    const condition =
      name === 'value' && 'field' in given
        ? { name, path: toText(given.field) }
        : conditions.find((row) => row.name === name);
    const wrong =
      condition &&
      conditionValues(list).find((value) => !canMatch(condition, value.replace(/^!/, ''), groups));
    return { name, list, condition: wrong === undefined ? condition : undefined, wrong };
  });
}

/** The values of a condition. An empty list is one value, the empty one. */
export const conditionValues = (list: string): string[] => listItems(list, ['']);

/** A value without its prefix. An empty value is replaced by its meaning. */
export const plainValue = ({ prefix = '', ifEmpty = '' }: Condition, value: string): string =>
  (value.toUpperCase().startsWith(prefix) ? value.slice(prefix.length) : value) || ifEmpty;

export interface Visitor {
  readonly data?: unknown;
  readonly signals?: { readonly gpc?: unknown } | undefined;
}

/** The value that a condition compares, as text: the field's value, or one derived from other fields. */
const conditionValue = ({ data, signals }: Visitor, { path, isSignal, derive }: Condition): string =>
  toText(isSignal ? fieldValue(signals, path) : knownValue(data, path)) || toText(derive?.(data));

/** The value that a condition compares, with its prefix: an AS number as `AS64500`. Empty if it is unknown. */
export function prefixedValue(visitor: Visitor, condition: Condition): string {
  const value = conditionValue(visitor, condition);
  return (/^\d+$/.test(value) ? (condition.prefix ?? '') : '') + value;
}

/** Whether conditions of a case can match, and compare more than the browser's signals. */
export function needData(all: object, groups: CountryGroups): boolean {
  const written = writtenConditions(all, groups, 'data-');
  return written.every(({ condition }) => condition) && written.some(({ condition }) => !condition?.isSignal);
}

/** Whether all of the conditions match a visitor, as in the public `matches`, with these country groups. */
export function conditionsMatch(
  visitor: Visitor,
  all: object,
  groups: CountryGroups,
  prefix: AttributePrefix,
): boolean {
  const written = writtenConditions(all, groups, prefix);
  return (
    written.length > 0 &&
    written.every(({ list, condition }) => condition && isMet(visitor, condition, list, groups))
  );
}

function isMet(visitor: Visitor, condition: Condition, list: string, groups: CountryGroups): boolean {
  const normalise = (value: string) => plainValue(condition, value).toLowerCase().replace(/[_-]/g, ' ');
  const visitorValue = conditionValue(visitor, condition);
  const known = visitorValue && hasForm(condition, visitorValue) ? normalise(visitorValue) : '';
  /** Whether a condition value is the visitor's; `undefined` if that is unknown. */
  const isValue = (value: string): boolean | undefined => {
    if (condition.acceptsGroups && value.startsWith('@'))
      return groups.includes(
        value.slice(1),
        countryOf(visitor.data),
        condition === country ? '' : regionOf(visitor.data),
      );
    return known ? normalise(value) === known : undefined;
  };
  const isExcluded = (value: string) => value.startsWith('!');
  const values = conditionValues(list);
  const included = values.filter((value) => !isExcluded(value));
  return (
    values.every((value) => !isExcluded(value) || isValue(value.slice(1)) === false) &&
    (!included.length || [...included, list].some(isValue))
  );
}

const hasForm = ({ form = /./ }: Condition, text: string): unknown => form.test(text);

/** Whether a value of a condition, without `!`, can match somebody. */
const canMatch = (condition: Condition, value: string, groups: CountryGroups): unknown =>
  condition.acceptsGroups && value.startsWith('@')
    ? groups.codesOf(value.slice(1))
    : hasForm(condition, value) &&
      // The name of a group without `@`.
      !(condition.acceptsGroups && groups.codesOf(value) && !/^..(-|$)/.test(value));

/** The first condition that can never match, for its `wrong` value or else its name: an empty one if there are none. */
export function impossibleCondition(
  all: object,
  groups: CountryGroups,
  prefix: AttributePrefix,
): Pick<WrittenCondition, 'name' | 'wrong'> | undefined {
  const written = writtenConditions(all, groups, prefix);
  return written.length ? written.find(({ condition }) => !condition) : { name: '', wrong: undefined };
}

/** A group that `country` can't match as it is meant: one of nothing but regions, or one with regions that is negated. */
export function regionGroupIn(all: object, groups: CountryGroups): string | undefined {
  const isRegion = (code: string) => code.includes('-');
  return listItems(toText(fieldValue(all, 'country'))).find((value) => {
    const codes = groups.codesOf(/@(.+)/.exec(value)?.[1] ?? '');
    return codes?.some(isRegion) && (value.startsWith('!') || codes.every(isRegion));
  });
}

/**
 * A short line about conditions that can't match, or not as they are meant. `undefined` if there are none. No conditions
 * are no mistake if the case is empty.
 */
export function conditionMistake(
  all: object,
  groups: CountryGroups,
  prefix: AttributePrefix,
  isEmpty?: boolean,
): string | undefined {
  const { name, wrong } = impossibleCondition(all, groups, prefix) ?? {};
  if (name === '' && isEmpty) return undefined;
  const group = regionGroupIn(all, groups);
  if (name !== undefined) {
    const written = name && prefix + name + (wrong === undefined ? '' : `="${wrong}"`);
    return `${written || 'A case without conditions'} matches nobody. The panel (devtools.js) explains it.`;
  }
  return group && `${prefix}country="${group}" leaves out regions. Use ${prefix}region.`;
}

/** The name that is one edit away: a letter replaced, up to two added or removed, or two neighbours swapped. */
export function nearest(misspelt: string, names: readonly string[]): string | undefined {
  return names.find((name) => {
    let [start, end] = [0, 0];
    while (start < name.length && name[start] === misspelt[start]) start++;
    const most = Math.min(name.length, misspelt.length) - start;
    while (end < most && name.at(-1 - end) === misspelt.at(-1 - end)) end++;
    const [x = '', y = ''] = [name, misspelt].map((word) => word.slice(start, word.length - end));
    const isSwap = y.length === 2 && x === `${y[1]}${y[0]}`;
    // Too many names are one edit away from a name of two letters.
    return name.length > 2 && (isSwap || x.length + y.length < 3);
  });
}
