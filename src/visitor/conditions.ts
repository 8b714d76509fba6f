import { conditionFields } from './condition-fields.js';
import { text } from './fields.js';

/** What is asked of the visitor: condition names, as in `data-country` without `data-`, and their tokens. */
export type Conditions = Readonly<Record<string, string | number | boolean>>;

/** What a condition reads, and what its tokens may be. */
export interface Condition {
  path: string;
  /** What a token may look like. */
  allowed?: RegExp;
  /** The same in words. */
  words?: string;
  /** For data that is no string: a token as JSON writes the value. */
  json?: (token: string) => string;
}

/** One condition as it was written; without `condition` where its name is misspelt. */
export interface Stated {
  name: string;
  list: string;
  condition?: Condition | undefined;
}

/** Of the conditions that do not take any name: what they do take. */
const forms = new Map<string, Omit<Condition, 'path'>>([
  [
    'country',
    {
      allowed: /^(?!uk|eu)[a-z]{2}$/i,
      words: 'two-letter codes such as GB (not UK), and for the EU there is data-eu',
    },
  ],
  ['continent', { allowed: /^(a[fns]|eu|[ns]a|oc)$/i, words: 'AF, AN, AS, EU, NA, OC or SA' }],
  [
    'eu',
    {
      allowed: /^(true|false)?$/i,
      words: 'true or false',
      json: (token) => token.toLowerCase() || 'true',
    },
  ],
  ['currency', { allowed: /^[a-z]{3}$/i, words: 'three-letter codes such as EUR' }],
  ['language', { allowed: /^[a-z]{2,3}(-\w+)*$/i, words: 'two-letter codes such as en' }],
  [
    'asn',
    {
      allowed: /^(as)?[1-9]\d*$/i,
      words: 'AS numbers such as AS15169',
      json: (token) => token.replace(/as/i, ''),
    },
  ],
]);

/** All names that conditions have. */
export const conditionNames = [...conditionFields.keys(), 'field', 'value'];

/** The condition of that name, if there is one. */
export function conditionCalled(name: string): Condition | undefined {
  const path = conditionFields.get(name);
  return path === undefined ? undefined : { path, ...forms.get(name) };
}

/**
 * The conditions as they were written. Left out: an empty attribute of no known name, such as frameworks leave behind.
 */
export const stated = (conditions: Conditions): Stated[] =>
  Object.entries(Object(conditions))
    .map(([name, list]) => ({ name, list: text(list) }))
    .filter(({ name, list }) => name !== 'field' && (list || conditionNames.includes(name)))
    .map(({ name, list }) => {
      const condition = name === 'value' ? { path: text(conditions.field) } : conditionCalled(name);
      return { name, list, condition };
    });

/** A list's tokens; an empty list has one, which is empty. */
export const tokensOf = (list: string): string[] => list.match(/[^\s,]+/g) ?? [''];

/** Whether a token, or a value of the data, has the form that a condition's have. */
export const isPossible = ({ allowed = /./ }: Condition, token: string): boolean => allowed.test(token);
