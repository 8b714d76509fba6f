import { conditionFields } from './condition-fields.js';
import { text } from './fields.js';
import { tokenForms } from './tokens.js';

/** What is asked of the visitor: condition names, as in `data-country` without `data-`, and their tokens. */
export type Conditions = Readonly<Record<string, string | number | boolean>>;

/** One condition as it was written; without `path` where its name is misspelt. */
export interface Stated {
  name: string;
  list: string;
  path?: string | undefined;
}

/** All names that conditions have. */
export const conditionNames = (): string[] => [...conditionFields.keys(), 'field', 'value'];

/**
 * The conditions as they were written. Left out: an empty attribute of no known name, such as frameworks leave behind.
 */
export const stated = (conditions: Conditions): Stated[] =>
  Object.entries(Object(conditions))
    .map(([name, list]) => ({ name, list: text(list) }))
    .filter(({ name, list }) => name !== 'field' && (list || conditionNames().includes(name)))
    .map(({ name, list }) => {
      const path = name === 'value' ? text(conditions.field) : conditionFields.get(name);
      return { name, list, path };
    });

/** A list's tokens; an empty list has one, which is empty. */
export const tokensOf = (list: string): string[] => list.match(/[^\s,]+/g) ?? [''];

/** Whether a token, or a value of the data, has the form that a condition's have. */
export const isPossible = ({ name }: Stated, token: string): boolean =>
  (tokenForms.get(name) ?? /./).test(token);
