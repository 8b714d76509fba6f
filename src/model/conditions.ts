import { conditionFields } from './condition-fields.js';
import { countriesOf } from './page-groups.js';
import { text } from './paths.js';
import { tokenForms } from './tokens.js';

/** Conditions by name, as in `data-country` without `data-`, each with its tokens. */
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
 * The conditions as they were written. Left out: an empty attribute of no known name, such as frameworks leave behind;
 * that of a group (`data-eea`) is a mistake.
 */
export const stated = (conditions: Conditions): Stated[] =>
  Object.entries(Object(conditions))
    .map(([name, list]) => ({ name, list: text(list) }))
    .filter(
      ({ name, list }) => name !== 'field' && (list || conditionNames().includes(name) || countriesOf(name)),
    )
    .map(({ name, list }) => {
      const path = name === 'value' ? text(conditions.field) : conditionFields.get(name);
      return { name, list, path };
    });

/** Whether a token, or a value of the data, has the form that this condition takes. */
export const isPossible = (name: string, token: string): boolean => (tokenForms.get(name) ?? /./).test(token);
