/**
 * Conditions on a visitor's data, such as `data-country="FR BE"`: one table of all there are, how they are matched, and
 * what is wrong with one that can never match.
 */
import { countryOf } from './country-code.js';
import { type CountryGroups, isInEu, tokensOf } from './groups.js';
import { fieldValue, toText } from './paths.js';

/** Conditions by name, as in `data-country` without `data-`, each with its values. */
export type Conditions = Readonly<Record<string, string | number | boolean>>;

/** What the visitor's browser signals. It is known without a lookup. */
export interface BrowserSignals {
  /** Whether the browser sends Global Privacy Control. `undefined`: unknown. */
  readonly gpc?: boolean | undefined;
}

/** One condition. The attributes on `<html>`, simulation and the documentation read the same rows. */
export interface Condition {
  /** As in `data-country`, `data-visitor-country` on `<html>`, and `visitor-country` in a simulating URL. */
  readonly name: string;
  /** The field of the data that it compares; with `isSignal`, the field of the browser's signals. */
  readonly path: string;
  /** Whether it compares what the browser signals, and so needs no data. */
  readonly isSignal?: boolean;
  /** The form of a token. Default: any text. */
  readonly form?: RegExp;
  /** What its tokens are, in words for a message. Default: a name. */
  readonly takes?: string;
  /**
   * The form of a simulated value. Default: `form`; without either, nothing can be simulated. Anybody can write a link, and
   * the page shows what the link simulates, so no value may hold a sentence.
   */
  readonly simulatedForm?: RegExp;
  /** What its simulated value is, in words for a message. Default: `takes`. */
  readonly simulates?: string;
  /** A prefix of tokens and attributes that the data doesn't have, such as `AS`. */
  readonly prefix?: string;
  /** What an empty token means. */
  readonly ifEmpty?: string;
  /** The value if the field is missing. */
  derive?(data: unknown): unknown;
  /**
   * A simulated value as the service would write it, since CSS compares attributes with case; `undefined` if it can't be
   * one. Default: as it is.
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
  takes: 'true or false',
  ifEmpty: 'true',
  toData: (token: string) => token.toLowerCase() === 'true',
};

const country: Condition = {
  name: 'country',
  path: 'location.country.code',
  form: /^(?!uk|eu)[a-z]{2}$/i,
  takes: 'two-letter codes such as GB (not UK) or groups such as @eea',
  simulates: 'two letters such as DE (and GB, not UK)',
  toData: toUpperCase,
};

/** All conditions. To add one, add its row here and a line to the tests; `npm run reference` documents it. */
export const conditions: readonly Condition[] = [
  country,
  {
    name: 'continent',
    path: 'location.continent.code',
    form: /^(a[fns]|eu|[ns]a|oc)$/i,
    takes: 'AF, AN, AS, EU, NA, OC or SA',
    simulates: 'two letters such as EU',
    toData: toUpperCase,
  },
  {
    name: 'region',
    path: 'location.region.code',
    takes: 'codes such as US-CA',
    simulatedForm: /^[a-z]{2}-[a-z\d]{1,3}$/i,
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
    takes: 'three-letter codes such as EUR',
    simulates: 'three letters such as EUR',
    toData: toUpperCase,
  },
  {
    name: 'language',
    path: 'location.language.code',
    form: /^[a-z]{2,3}(-\w+)*$/i,
    takes: 'two-letter codes such as en',
    simulatedForm: /^[a-z]{2,3}(-[a-z]{4})?(-([a-z]{2}|\d{3}))?$/i,
    simulates: 'a code such as pt-BR',
  },
  {
    name: 'time-zone',
    path: 'time_zone.id',
    takes: 'zones such as Europe/Paris',
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
    takes: 'AS numbers such as AS15169',
    simulates: 'a number such as AS64500',
    prefix: 'AS',
    toData: (token) => (Number(token) < 2 ** 32 ? Number(token) : undefined),
  },
  {
    name: 'network',
    path: 'connection.type',
    simulatedForm: anyOf(networks),
    simulates: networks,
    toData: toLowerCase,
  },
  {
    name: 'device',
    path: 'user_agent.device.type',
    simulatedForm: anyOf(devices),
    simulates: devices,
    toData: toLowerCase,
  },
  { name: 'os', path: 'user_agent.os.name', simulatedForm: nameForm, simulates: words },
  { name: 'browser', path: 'user_agent.name', simulatedForm: nameForm, simulates: words },
  { name: 'gpc', path: 'gpc', isSignal: true, ...trueOrFalse },
];

/** What a token is compared by: that of a row, or of any field. */
type Compared = Pick<Condition, 'name' | 'path'> & Partial<Condition>;

/** One condition as it was written; without `condition` if its name is misspelt. */
interface Written {
  readonly name: string;
  readonly list: string;
  readonly condition: Compared | undefined;
}

/** All names that conditions have. */
const names = (): string[] => [...conditions.map(({ name }) => name), 'field', 'value'];

/**
 * The conditions as they were written. Frameworks and tests have attributes of their own, such as `data-testid`, so an
 * unknown name is left out, unless it is a misspelt condition or the name of a group: `data-eea` is a mistake to report.
 */
const writtenConditions = (all: Conditions, groups: CountryGroups): Written[] =>
  Object.entries(Object(all))
    .map(([name, list]) => ({
      name,
      list: toText(list),
      condition:
        name === 'value' ? { name, path: toText(all.field) } : conditions.find((row) => row.name === name),
    }))
    .filter(
      ({ name, list, condition }) =>
        name !== 'field' && (condition || groups.codesOf(name) || (list && nearest(name, names()))),
    );

/** Whether a token, or a value of the data, has the form that this condition takes. */
const isPossible = ({ form = /./ }: Compared, token: string): boolean => form.test(token);

/** A token without its prefix; if it is empty, what that means. */
export const plainToken = ({ prefix = '', ifEmpty = '' }: Compared, token: string): string =>
  (token.toUpperCase().startsWith(prefix) ? token.slice(prefix.length) : token) || ifEmpty;

/** What is known of a visitor, for conditions to compare. */
export interface Visitor {
  /** The IP data. */
  readonly data?: unknown;
  readonly signals?: BrowserSignals | undefined;
}

/** What a condition is compared with, as text: the field's value, or what can be derived from other fields. */
export const conditionValue = ({ data, signals }: Visitor, { path, isSignal, derive }: Compared): string =>
  toText(fieldValue(isSignal ? signals : data, path)) || toText(derive?.(data));

/** Whether these conditions compare only what the browser signals. */
export function needNoData(all: Conditions, groups: CountryGroups): boolean {
  const written = writtenConditions(all, groups);
  return written.length > 0 && written.every(({ condition }) => condition?.isSignal);
}

/**
 * Whether all of the conditions hold for a visitor, as the public `matches` says, with these groups of countries.
 */
export const conditionsMatch = (visitor: Visitor, all: Conditions, groups: CountryGroups): boolean =>
  !conditionProblem(all, groups) &&
  writtenConditions(all, groups).every(
    ({ list, condition }) => condition !== undefined && isMet(visitor, condition, list, groups),
  );

function isMet(visitor: Visitor, condition: Compared, list: string, groups: CountryGroups): boolean {
  const normalise = (token: string) => plainToken(condition, token).toLowerCase().replace(/[_-]/g, ' ');
  const value = conditionValue(visitor, condition);
  const [known, tokens] = [normalise(value), tokensOf(list)];
  const withGroups = (token: string) =>
    (condition === country && token.startsWith('@') && groups.codesOf(token.slice(1))) || [token];
  const isExcluded = (token: string) => token.startsWith('!');
  const excluded = tokens.filter(isExcluded).flatMap((token) => withGroups(token.slice(1)));
  return (
    value !== '' &&
    isPossible(condition, value) &&
    !excluded.map(normalise).includes(known) &&
    (tokens.every(isExcluded) || [...tokens.flatMap(withGroups), list].map(normalise).includes(known))
  );
}

/** Why these conditions can never match, in a sentence for the page's author; `undefined` if they can. */
export function conditionProblem(all: Conditions, groups: CountryGroups): string | undefined {
  const has = (name: string) => name in Object(all);
  if (has('field') !== has('value')) return 'Use data-field and data-value together.';
  const given = writtenConditions(all, groups);
  if (!given.length)
    return `A <template> has no condition. Add one of ${names()
      .map((name) => `data-${name}`)
      .join(', ')}.`;
  for (const { name, list, condition } of given) {
    if (!condition) {
      const meant = groups.codesOf(name) ? `country="@${name}"` : nearest(name, names());
      return `data-${name} is not a condition. Did you mean data-${meant}?`;
    }
    for (const token of tokensOf(list)) {
      const problem = tokenProblem(condition, token.replace('!', ''), groups);
      if (problem) return `data-${name}="${token}" never matches. ${problem}`;
    }
  }
  return undefined;
}

/** What is wrong with a country's code or a group, written in an attribute of this name; `undefined` if nothing is. */
export const countryProblem = (token: string, groups: CountryGroups, attribute: string): string | undefined =>
  tokenProblem(country, token, groups, attribute);

function tokenProblem(
  condition: Compared,
  token: string,
  groups: CountryGroups,
  attribute = `data-${condition.name}`,
): string | undefined {
  const isCountry = condition === country;
  const group = token.replace('@', '');
  if (isCountry && group !== token) {
    if (groups.codesOf(group)) return undefined;
    const meant = nearest(group, groups.names);
    return `There is no group ${group}. ${meant ? `Did you mean ${attribute}="@${meant}"?` : `Use one of @${groups.names.join(', @')}.`}`;
  }
  if (isPossible(condition, token)) return undefined;
  if (isCountry && groups.codesOf(token))
    return `Use ${attribute}="@${token}"${/^data.*eu$/i.test(attribute + token) ? ' or data-eu' : ''}.`;
  return `Use ${condition.takes ?? 'a name'}.`;
}

/** The name that becomes the misspelt one by one edit: another letter, one or two more or fewer, or two neighbours swapped. */
function nearest(misspelt: string, names: string[]): string | undefined {
  return names.find((name) => {
    let [start, end] = [0, 0];
    while (start < name.length && name[start] === misspelt[start]) start++;
    const most = Math.min(name.length, misspelt.length) - start;
    while (end < most && name.at(-1 - end) === misspelt.at(-1 - end)) end++;
    const [x = '', y = ''] = [name, misspelt].map((word) => word.slice(start, word.length - end));
    const isSwap = x.length === 2 && x === `${y[1]}${y[0]}`;
    // A word of two letters is one edit away from too many others.
    return name.length > 2 && (isSwap || x.length + y.length < 3);
  });
}
