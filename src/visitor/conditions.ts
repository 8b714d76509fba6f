import type { IpData } from '../lookup/internal.js';
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
  /** For data that is no string: a token as JSON writes the value. */
  json?: (token: string) => string;
}

/** The one list of what conditions, `data-visitor-*` hooks and simulation call each field. */
const table = new Map<string, Condition>([
  [
    'country',
    {
      path: 'location.country.code',
      allowed: /^(?!uk|eu)[a-z]{2}$/i,
      words: 'two-letter codes such as GB (not UK), and for the EU there is data-eu',
    },
  ],
  [
    'continent',
    {
      path: 'location.continent.code',
      allowed: /^(a[fns]|eu|[ns]a|oc)$/i,
      words: 'AF, AN, AS, EU, NA, OC or SA',
    },
  ],
  ['region', { path: 'location.region.code' }],
  [
    'eu',
    {
      path: 'location.in_eu',
      allowed: /^(true|false)?$/i,
      words: 'true or false',
      json: (token) => token.toLowerCase() || 'true',
    },
  ],
  ['currency', { path: 'currency.code', allowed: /^[a-z]{3}$/i, words: 'three-letter codes such as EUR' }],
  [
    'language',
    { path: 'location.language.code', allowed: /^[a-z]{2,3}(-\w+)*$/i, words: 'two-letter codes such as en' },
  ],
  ['time-zone', { path: 'time_zone.id' }],
  [
    'asn',
    {
      path: 'connection.asn',
      allowed: /^(as)?[1-9]\d*$/i,
      words: 'AS numbers such as AS15169',
      json: (token) => token.replace(/as/i, ''),
    },
  ],
  ['network', { path: 'connection.type' }],
  ['device', { path: 'user_agent.device.type' }],
  ['os', { path: 'user_agent.os.name' }],
  ['browser', { path: 'user_agent.name' }],
]);
const names = [...table.keys(), 'field', 'value'];

const tokensOf = (list: string) => list.match(/[^\s,]+/g) ?? [''];
const possible = ({ allowed = /./ }: Condition, token: string) => allowed.test(token);

/**
 * Each name and its tokens, with what it reads; that is absent where the name is misspelt. Left out: an empty attribute
 * of no known name, such as frameworks leave behind.
 */
const stated = (conditions: Conditions) =>
  Object.entries(conditions)
    .filter(([name, list]) => name !== 'field' && (list || names.includes(name)))
    .map(([name, list]) => {
      const condition = name === 'value' ? { path: conditions.field ?? '' } : table.get(name);
      return { name, list, condition };
    });

function holds(value: string, list: string, condition: Condition): boolean {
  const { json = String } = condition;
  const spelt = (token: string) => json(token).toLowerCase().replace(/[_-]/g, ' ');
  const [known, tokens] = [spelt(value), tokensOf(list)];
  const excluded = tokens.filter((token) => token.startsWith('!')).map((token) => spelt(token.slice(1)));
  return (
    value !== '' &&
    possible(condition, value) &&
    !excluded.includes(known) &&
    (excluded.length === tokens.length || [...tokens, list].map(spelt).includes(known))
  );
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
  stated(conditions).every(
    ({ list, condition }) => condition && holds(text(fieldValue(data, condition.path)), list, condition),
  );

/** Why these conditions can never match, in a sentence for the page's author; `undefined` if they can. */
export function conditionProblem(conditions: Conditions): string | undefined {
  if ('field' in conditions !== 'value' in conditions) return 'data-field and data-value need each other';
  const given = stated(conditions);
  if (!given.length) return `no condition: there are ${names.map((name) => `data-${name}`).join(', ')}`;
  for (const { name, list, condition } of given) {
    if (!condition) return `data-${name} is no condition: did you mean data-${nearest(name)}?`;
    const wrong = tokensOf(list).find((token) => !possible(condition, token.replace('!', '')));
    if (wrong !== undefined)
      return `data-${name}="${wrong}" never matches: it takes ${condition.words ?? 'a name'}`;
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
    const { path, json } = condition;
    const token = search.get(`visitor-${name}`);
    if (token === null || !possible(condition, token)) continue;
    const value: unknown = json ? JSON.parse(json(token)) : token;
    data = merge(data, path.split('.').reduceRight((inner, key) => ({ [key]: inner }), value) as IpData);
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
