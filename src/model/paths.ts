import { isObject } from './json.js';

const own = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined;

/**
 * The value at a dotted path, such as `location.country.code` or `location.country.languages.0.name`.
 *
 * Own properties only, so no path reaches a prototype. `undefined` where any step is missing; never throws.
 */
export const fieldValue = (data: unknown, path: string): unknown =>
  text(path)
    .split('.')
    .reduce<unknown>((value, name) => own(value, name), data);

/** A string, number or boolean as text; empty for anything else. */
export const text = (value: unknown): string =>
  value === undefined || typeof value === 'object' ? '' : String(value);

/** More items of a list, and more characters of a text, than anybody reads; megabytes would halt the page. */
export const longest = 1000;

/** The characters that turn the text after them, also outside of an element. Joiners stay: languages need them. */
const turning = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** A single value as it may be shown beside the page's own text: cut where it is very long, and turning nothing. */
export const shownValue = (value: unknown): string => text(value).slice(0, longest).replace(turning, '');

/**
 * `partial` laid over `base`, object by object, as new, frozen objects. Lists and single values replace what was there.
 *
 * Neither argument is changed, and a key such as `__proto__` stays an ordinary key.
 */
export function merge<Data extends object>(base: object | undefined, partial: Data): Data;
export function merge(base: object | undefined, partial: object): object {
  const over = Object.entries(partial).map(([name, value]) => {
    const under = own(base, name);
    return [name, isObject(value) ? merge(isObject(under) ? under : undefined, value) : value];
  });
  return Object.freeze({ ...base, ...Object.fromEntries(over) });
}
