import type { IpData } from '../lookup/types.js';
import { fieldValue, merge, text } from './fields.js';
import { formatField } from './format.js';

/** What is asked of the visitor: condition names, as in `data-country` without `data-`, and their tokens. */
export type Conditions = Readonly<Record<string, string>>;

interface Condition {
  path: string;
  /** What a token may look like. */
  allowed?: RegExp;
  /** The same in words. */
  words?: string;
  /** A token as the data spells it. */
  parse?: (token: string) => string | number | boolean;
}

const upper = (token: string) => token.toUpperCase();

/** The one list of what conditions, `data-visitor-*` hooks and simulation call each field. */
const table = new Map<string, Condition>([
  [
    'country',
    {
      path: 'location.country.code',
      allowed: /^(?!uk|eu)[a-z]{2}$/i,
      words: 'two-letter codes such as GB (not UK); for the EU use data-eu or data-continent',
      parse: upper,
    },
  ],
  [
    'continent',
    {
      path: 'location.continent.code',
      allowed: /^(a[fns]|eu|[ns]a|oc)$/i,
      words: 'AF, AN, AS, EU, NA, OC and SA',
      parse: upper,
    },
  ],
  ['region', { path: 'location.region.code', parse: upper }],
  [
    'eu',
    {
      path: 'location.in_eu',
      allowed: /^(true|yes|false|no)?$/i,
      words: 'true and false',
      parse: (token) => !/^[fn]/i.test(token),
    },
  ],
  [
    'currency',
    { path: 'currency.code', allowed: /^[a-z]{3}$/i, words: 'three-letter codes such as EUR', parse: upper },
  ],
  [
    'language',
    { path: 'location.language.code', allowed: /^[a-z]{2,3}(-\w+)*$/i, words: 'two-letter codes such as en' },
  ],
  ['time-zone', { path: 'time_zone.id' }],
  [
    'asn',
    {
      path: 'connection.asn',
      allowed: /^(as)?\d+$/i,
      words: 'AS numbers such as AS15169 or 15169',
      parse: (token) => Number(token.replace(/\D+/, '')),
    },
  ],
  ['network', { path: 'connection.type' }],
  ['device', { path: 'user_agent.device.type' }],
  ['os', { path: 'user_agent.os.name' }],
  ['browser', { path: 'user_agent.name' }],
]);
const names = [...table.keys(), 'field', 'value'];

const bare = (token: string) => token.replace(/^!/, '');
const tokensOf = (list: string) => list.match(/[^\s,]+/g) ?? [''];
const possible = ({ allowed = /./ }: Condition, token: string) => allowed.test(token);

/** Known conditions, and those misspelt; an attribute of another kind, such as a framework's empty mark, is neither. */
const stated = (conditions: Conditions) =>
  Object.entries(conditions).filter(([name, list]) => name !== 'field' && (list || names.includes(name)));

const conditionOf = (name: string, { field = '' }: Conditions): Condition | undefined =>
  name === 'value' ? { path: field } : table.get(name);

function holds(value: string, list: string, condition: Condition): boolean {
  if (!value || !possible(condition, value)) return false;
  const { parse = String } = condition;
  const spelt = (token: string) => String(parse(token)).toLowerCase().replace(/[_-]/g, ' ');
  const same = (token: string) => spelt(bare(token)) === spelt(value);
  const negated = tokensOf(list).filter((token) => token !== bare(token));
  const wanted = tokensOf(list).filter((token) => token === bare(token));
  return !negated.some(same) && (!wanted.length || [...wanted, list].some(same));
}

/**
 * Whether all of the conditions hold for an IP data object.
 *
 * Names are `country`, `continent`, `region`, `eu`, `currency`, `language`, `time-zone`, `asn`, `network`, `device`,
 * `os`, `browser`, and `field` (a path) together with `value`. Tokens are separated by spaces or commas and compared
 * without case; any of them matches. `!` excludes a token, and then the value must be none of those excluded and, if
 * others are named too, one of them. In a name with a space, write `_` or `-` for it: `Chrome_OS`; a name that is the
 * whole list may keep it. What is unknown matches nothing, nor does a condition that {@link conditionProblem} reports.
 */
export const matches = (data: unknown, conditions: Conditions): boolean =>
  !conditionProblem(conditions) &&
  stated(conditions).every(([name, list]) => {
    const condition = conditionOf(name, conditions);
    return condition && holds(text(fieldValue(data, condition.path)), list, condition);
  });

/** Why these conditions can never match, in a sentence for the page's author; `undefined` if they can. */
export function conditionProblem(conditions: Conditions): string | undefined {
  const given = stated(conditions);
  const all = `${names.slice(0, -2).map((name) => `data-${name}`)} and data-field with data-value`;
  if ('field' in conditions !== 'value' in conditions) return 'data-field and data-value need each other';
  if (!given.length) return `no condition; there are ${all}`;
  for (const [name, list] of given) {
    const condition = conditionOf(name, conditions);
    if (!condition)
      return `data-${name} is no condition; did you mean data-${nearest(name)}? There are ${all}`;
    const wrong = tokensOf(list).find((token) => !possible(condition, bare(token)));
    if (wrong !== undefined)
      return `data-${name}="${wrong}" never matches; it takes ${condition.words ?? 'a value'}`;
  }
  return undefined;
}

/** The condition whose name has most pairs of letters in common with a misspelt one. */
function nearest(misspelt: string): string | undefined {
  const shared = (name: string) =>
    [...name].filter((_, i) => misspelt.includes(name.slice(i, i + 2))).length -
    Math.abs(name.length - misspelt.length);
  return names.toSorted((a, b) => shared(b) - shared(a))[0];
}

/** What `visitor-country=DE&visitor-asn=64500…` in a page's address says of the visitor; impossible values are ignored. */
export function simulated(search: URLSearchParams): IpData | undefined {
  let data: IpData | undefined;
  for (const [name, condition] of table) {
    const { path, parse = String } = condition;
    const token = search.get(`visitor-${name}`);
    if (token === null || !possible(condition, token)) continue;
    const value = path.split('.').reduceRight<unknown>((inner, key) => ({ [key]: inner }), parse(token));
    data = merge(data, value as IpData);
  }
  return data;
}

/** What is known, by condition name, as text for the `data-visitor-*` attributes of `<html>`; AS numbers as `AS64500`. */
export const hooks = (data: unknown): Record<string, string | undefined> =>
  Object.fromEntries(
    [...table].map(([name, { path }]) => [
      name,
      (name === 'asn' ? formatField(data, path) : text(fieldValue(data, path))) || undefined,
    ]),
  );
