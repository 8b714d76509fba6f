/**
 * Conditions on a visitor's data, such as `data-country="FR BE"`: the table of all conditions, how they match, and the
 * mistakes in conditions that can never match.
 */
import { countryCode, countryOf, isRegionCode, knownValue, regionOf } from './country.js';
import { type CountryGroups, isInEu, tokensOf } from './groups.js';
import { nearest } from './nearest.js';
import { fieldValue, toText } from './paths.js';

/** The signals of the visitor's browser, which are known without a lookup. */
export interface BrowserSignals {
  /** Whether the browser sends Global Privacy Control. `undefined`: unknown. */
  readonly gpc?: boolean | undefined;
}

/** Whether a text has a form, such as a regular expression. */
interface Form {
  test(text: string): boolean;
}

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
  /** The allowed values, in words for a message. Default: a name. */
  readonly allowed?: string;
  /**
   * The form of a simulated value. Default: `form`; without either, the condition can't be simulated. Anyone can write
   * a link whose values the page shows, so no value may be a sentence.
   */
  readonly simulatedForm?: Form;
  /** The allowed simulated values, in words for a message. Default: `allowed`. */
  readonly allowedInSimulation?: string;
  /** Whether its values may be groups such as `@eea`. */
  readonly acceptsGroups?: boolean;
  /** A prefix of values and attributes that the data doesn't have, such as `AS`. */
  readonly prefix?: string;
  /** The meaning of an empty value. */
  readonly ifEmpty?: string;
  /** Derives the value if the field is missing. */
  derive?(data: unknown): unknown;
  /**
   * Converts a simulated value to the service's spelling, because CSS attribute selectors are case-sensitive.
   * `undefined` if the value is invalid. Default: unchanged.
   */
  toData?(token: string): unknown;
}

const toUpperCase = (token: string) => token.toUpperCase();
const toLowerCase = (token: string) => token.toLowerCase();
const anyOf = (words: string) => RegExp(`^(${words.replaceAll(', ', '|')})$`, 'i');
const nameForm = /^(?=.{1,40}$)[a-z\d.]+( [a-z\d.]+){0,2}$/i;
const networks =
  'business, cdn, education, government, hosting, inactive, isp, military, mobile, residential';
const devices = 'bot, car, console, desktop, ereader, mobile, phone, robot, tablet, tv, watch, wearable';
const words = 'at most three words';
const trueOrFalse = {
  form: /^(true|false)?$/i,
  allowed: 'true or false',
  ifEmpty: 'true',
  toData: (token: string) => token.toLowerCase() === 'true',
};

const country = {
  name: 'country',
  path: 'location.country.code',
  form: { test: (code: string) => countryCode(code) !== '' },
  allowed: 'two-letter codes such as GB (not UK) or groups such as @eea',
  acceptsGroups: true,
  allowedInSimulation: 'two letters such as DE (and GB, not UK)',
  toData: toUpperCase,
} as const satisfies Condition;

/** All conditions. To add one, add its row here and a line to the tests; `npm run reference` documents it. */
const table = [
  country,
  {
    name: 'continent',
    path: 'location.continent.code',
    form: /^(a[fns]|eu|[ns]a|oc)$/i,
    allowed: 'AF, AN, AS, EU, NA, OC or SA',
    allowedInSimulation: 'two letters such as EU',
    toData: toUpperCase,
  },
  {
    name: 'region',
    path: 'location.region.code',
    form: { test: (code) => code !== '' && isRegionCode(code) },
    allowed: 'codes such as US-CA',
    acceptsGroups: true,
    simulatedForm: { test: (code) => isRegionCode(code) && /^..-[a-z\d]{1,3}$/i.test(code) },
    toData: toUpperCase,
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
  {
    name: 'currency',
    path: 'currency.code',
    form: /^[a-z]{3}$/i,
    allowed: 'three-letter codes such as EUR',
    allowedInSimulation: 'three letters such as EUR',
    toData: toUpperCase,
  },
  {
    name: 'language',
    path: 'location.language.code',
    form: /^[a-z]{2,3}(-\w+)*$/i,
    allowed: 'two-letter codes such as en',
    simulatedForm: /^[a-z]{2,3}(-[a-z]{4})?(-([a-z]{2}|\d{3}))?$/i,
    allowedInSimulation: 'a code such as pt-BR',
  },
  {
    name: 'time-zone',
    path: 'time_zone.id',
    allowed: 'zones such as Europe/Paris',
    simulatedForm: /[a-z]/i,
    toData(timeZone) {
      try {
        return new Intl.DateTimeFormat('en', { timeZone }) && timeZone;
      } catch {
        return undefined;
      }
    },
  },
  {
    name: 'asn',
    path: 'connection.asn',
    form: /^(as)?[1-9]\d*$/i,
    allowed: 'AS numbers such as AS15169',
    allowedInSimulation: 'a number such as AS64500',
    prefix: 'AS',
    toData: (token) => (Number(token) < 2 ** 32 ? Number(token) : undefined),
  },
  {
    name: 'network',
    path: 'connection.type',
    simulatedForm: anyOf(networks),
    allowedInSimulation: networks,
    toData: toLowerCase,
  },
  {
    name: 'device',
    path: 'user_agent.device.type',
    simulatedForm: anyOf(devices),
    allowedInSimulation: devices,
    toData: toLowerCase,
  },
  { name: 'os', path: 'user_agent.os.name', simulatedForm: nameForm, allowedInSimulation: words },
  { name: 'browser', path: 'user_agent.name', simulatedForm: nameForm, allowedInSimulation: words },
  { name: 'gpc', path: 'gpc', isSignal: true, ...trueOrFalse },
] as const satisfies readonly Condition[];

export const conditions: readonly Condition[] = table;

/** A list of values, separated by spaces or commas, or one value. */
type Values = string | number | boolean;

/** The name of a condition: `country` for `data-country`, and so on for each row of the table in the documentation. */
type ConditionName = (typeof table)[number]['name'];

/**
 * Conditions by name, each with its values. A name is that of an attribute without `data-`, such as `country` for
 * `data-country`. `field` and `value` go together. Other names don't compile.
 */
export type Conditions = { readonly [Name in ConditionName]?: Values } & (
  | { readonly field?: never; readonly value?: never }
  | { readonly field: string; readonly value: Values }
);

/** How conditions are written: as attributes, or as the properties of an object (`''`), whose unknown names are mistakes. */
export type AttributePrefix = 'data-' | '';

/** What a token is compared with: a condition's field, or any field. */
type ComparedField = Pick<Condition, 'name' | 'path'> & Partial<Condition>;

/** One condition of the author. Without `condition`, its name is misspelt. */
interface WrittenCondition {
  readonly name: string;
  readonly list: string;
  readonly condition: ComparedField | undefined;
}

/** The names of all conditions. */
const names = (): string[] => [...conditions.map(({ name }) => name), 'field', 'value'];

/**
 * The author's conditions. Frameworks and tests have their own attributes, such as `data-testid`, so unknown attributes
 * are ignored. Misspelt conditions and names of groups are kept: `data-eea` is a mistake to report.
 */
const writtenConditions = (all: object, groups: CountryGroups, prefix: AttributePrefix): WrittenCondition[] =>
  Object.entries(Object(all))
    .map(([name, list]) => ({
      name,
      list: toText(list),
      condition:
        name === 'value'
          ? { name, path: toText(fieldValue(all, 'field')) }
          : conditions.find((row) => row.name === name),
    }))
    .filter(
      ({ name, list, condition }) =>
        name !== 'field' &&
        (condition || !prefix || groups.codesOf(name) || (list && nearest(name, names()))),
    );

/** Whether a token, or a value of the data, has the form of this condition. */
const isPossible = ({ form = /./ }: ComparedField, token: string): boolean => form.test(token);

/** A token without its prefix. An empty token is replaced by its meaning. */
export const plainToken = ({ prefix = '', ifEmpty = '' }: ComparedField, token: string): string =>
  (token.toUpperCase().startsWith(prefix) ? token.slice(prefix.length) : token) || ifEmpty;

/** What conditions compare. */
export interface Visitor {
  /** The IP data. */
  readonly data?: unknown;
  readonly signals?: { readonly gpc?: unknown } | undefined;
}

/** The value that a condition compares, as text: the field's value, or one derived from other fields. */
export const conditionValue = (
  { data, signals }: Visitor,
  { path, isSignal, derive }: ComparedField,
): string => toText(isSignal ? fieldValue(signals, path) : knownValue(data, path)) || toText(derive?.(data));

/** The value that a condition compares, with its prefix: an AS number as `AS64500`. Empty if it is unknown. */
export function prefixedValue(visitor: Visitor, condition: Condition): string {
  const value = conditionValue(visitor, condition);
  return (/^\d+$/.test(value) ? (condition.prefix ?? '') : '') + value;
}

/** Whether these conditions compare only the browser's signals. */
export function needNoData(all: object, groups: CountryGroups): boolean {
  const written = writtenConditions(all, groups, 'data-');
  return written.length > 0 && written.every(({ condition }) => condition?.isSignal);
}

/** Whether all of the conditions match a visitor, as in the public `matches`, with these country groups. */
export const conditionsMatch = (
  visitor: Visitor,
  all: object,
  groups: CountryGroups,
  prefix: AttributePrefix,
): boolean =>
  !impossibility(all, groups, prefix) &&
  writtenConditions(all, groups, prefix).every(
    ({ list, condition }) => condition !== undefined && isMet(visitor, condition, list, groups),
  );

function isMet(visitor: Visitor, condition: ComparedField, list: string, groups: CountryGroups): boolean {
  const normalise = (token: string) => plainToken(condition, token).toLowerCase().replace(/[_-]/g, ' ');
  const value = conditionValue(visitor, condition);
  const known = value !== '' && isPossible(condition, value) ? normalise(value) : undefined;
  /** Whether a token is the value; `undefined` if that is unknown. */
  const isValue = (token: string): boolean | undefined => {
    if (condition.acceptsGroups && token.startsWith('@'))
      return groups.includes(
        token.slice(1),
        countryOf(visitor.data),
        condition === country ? '' : regionOf(visitor.data),
      );
    return known === undefined ? undefined : normalise(token) === known;
  };
  const isExcluded = (token: string) => token.startsWith('!');
  const tokens = tokensOf(list);
  const included = tokens.filter((token) => !isExcluded(token));
  return (
    tokens.filter(isExcluded).every((token) => isValue(token.slice(1)) === false) &&
    (!included.length || [...included, list].some(isValue))
  );
}

/** What is wrong with these conditions, in a sentence for the page's author. `undefined` if nothing is. */
export const conditionProblem = (
  all: object,
  groups: CountryGroups,
  prefix: AttributePrefix,
): string | undefined => impossibility(all, groups, prefix) ?? regionGroupWarning(all, groups, prefix);

/** A warning if `country` has a group with regions, which it can't match. Otherwise `undefined`. */
function regionGroupWarning(all: object, groups: CountryGroups, prefix: AttributePrefix): string | undefined {
  const isRegion = (code: string) => code.includes('-');
  const token = tokensOf(toText(fieldValue(all, 'country'))).find((written) => {
    const codes = groups.codesOf(/^!?@(.+)/.exec(written)?.[1] ?? '') ?? [];
    return codes.some(isRegion) && (written.startsWith('!') || codes.every(isRegion));
  });
  return (
    token && `${prefix}country="${token}" can't match the group's regions. Use ${prefix}region="${token}".`
  );
}

/** Why these conditions can never match. `undefined` if they can. */
function impossibility(all: object, groups: CountryGroups, prefix: AttributePrefix): string | undefined {
  const has = (name: string) => name in Object(all);
  if (has('field') !== has('value')) return `Use ${prefix}field and ${prefix}value together.`;
  const given = writtenConditions(all, groups, prefix);
  const allNames = prefix + names().join(`, ${prefix}`);
  if (!given.length)
    return `${prefix ? 'A <template> has' : 'There is'} no condition. Add one of ${allNames}.`;
  for (const { name, list, condition } of given) {
    if (!condition) {
      const meant = groups.codesOf(name) ? `country="@${name}"` : nearest(name, names());
      return `${prefix}${name} is not a condition. ${meant ? `Did you mean ${prefix}${meant}?` : `Use one of ${allNames}.`}`;
    }
    for (const token of tokensOf(list)) {
      const problem = tokenProblem(condition, token.replace(/^!/, ''), groups, prefix + name);
      if (problem) return `${prefix}${name}="${token}" never matches. ${problem}`;
    }
  }
  return undefined;
}

/** What is wrong with a country code or group in an attribute of this name. `undefined` if nothing is. */
export const countryProblem = (token: string, groups: CountryGroups, attribute: string): string | undefined =>
  tokenProblem(country, token, groups, attribute);

function tokenProblem(
  condition: ComparedField,
  token: string,
  groups: CountryGroups,
  attribute: string,
): string | undefined {
  const { acceptsGroups, form, simulatedForm = form } = condition;
  const group = token.replace(/^@/, '');
  if (acceptsGroups && group !== token) {
    if (groups.codesOf(group)) return undefined;
    const meant = nearest(group, groups.names);
    return `There is no group ${group}. ${meant ? `Did you mean ${attribute}="@${meant}"?` : `Use one of @${groups.names.join(', @')}.`}`;
  }
  if (acceptsGroups && groups.codesOf(token) && !simulatedForm?.test(token))
    return `Use ${attribute}="@${token}"${/^eu$/i.test(token) && attribute.endsWith('country') ? ` or ${attribute.replace('country', 'eu')}` : ''}.`;
  return isPossible(condition, token) ? undefined : `Use ${condition.allowed ?? 'a name'}.`;
}
