import { isObject } from './json.js';

const ownValue = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined;

/**
 * The value at a dotted path, such as `location.country.code` or `location.country.languages.0.name`.
 *
 * Own properties only, so no path reaches a prototype. `undefined` if any step is missing; never throws.
 */
export const fieldValue = (data: unknown, path: string): unknown =>
  text(path)
    .split('.')
    .reduce<unknown>((value, name) => ownValue(value, name), data);

/** A string, number or boolean as text; empty for anything else. */
export const text = (value: unknown): string =>
  value === undefined || typeof value === 'object' ? '' : String(value);

/** How many items of a list, and characters of a text, are formatted: megabytes would halt the page. */
export const MAX_LENGTH = 1000;

/** Characters that change the direction of the text after them, also outside of an element. Joiners aren't among them: languages need those. */
const directionMarks = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** A single value as it may be shown beside the page's own text: cut to `MAX_LENGTH`, without direction marks. */
export const shownValue = (value: unknown): string =>
  text(value).slice(0, MAX_LENGTH).replace(directionMarks, '');

/**
 * `partial` merged over `base`, object by object, as new, frozen objects. Lists and single values replace what was there.
 *
 * Neither argument is changed, and a key such as `__proto__` stays an ordinary key.
 */
export function merge<Data extends object>(base: object | undefined, partial: Data): Data;
export function merge(base: object | undefined, partial: object): object {
  const over = Object.entries(partial).map(([name, value]) => {
    const under = ownValue(base, name);
    return [name, isObject(value) ? merge(isObject(under) ? under : undefined, value) : value];
  });
  return Object.freeze({ ...base, ...Object.fromEntries(over) });
}
