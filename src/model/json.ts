/** Values of JSON data: parsed, found by their path, as text, merged. */

/** The deepest nesting of objects and lists that is accepted. Data has about six levels; this bounds every recursion. */
export const MAX_DEPTH = 100;

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A deeply frozen object from a JSON text or object. `undefined` for anything else, or nested too deeply. */
export function parseObject(given: unknown): Record<string, unknown> | undefined {
  // `JSON.parse` is slow when it throws, and most calls have nothing to parse.
  if (!given) return undefined;
  try {
    const value: unknown = JSON.parse(typeof given === 'string' ? given : JSON.stringify(given));
    return isObject(value) ? freeze(value) : undefined;
  } catch {
    return undefined; // Invalid JSON, or nested too deeply.
  }
}

function freeze<Whole extends object>(whole: Whole, levels = MAX_DEPTH): Whole {
  if (!levels) throw new RangeError();
  for (const part of Object.values(whole)) if (typeof part === 'object' && part) freeze(part, levels - 1);
  return Object.freeze(whole);
}

/** An own property. `undefined` if it is missing, or if the page's own object throws. */
function ownValue(value: unknown, name: string): unknown {
  try {
    return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
      ? Reflect.get(value, name)
      : undefined;
  } catch {
    return undefined;
  }
}

/** The value at a dotted path, such as `location.country.code` or `location.country.languages.0.name`. */
export function fieldValue(data: unknown, path: string): unknown {
  let value = data;
  for (const name of toText(path).split('.')) value = ownValue(value, name);
  return value;
}

/** A string, number or boolean as text. Empty for anything else. */
export const toText = (value: unknown): string =>
  value === undefined || typeof value === 'object' ? '' : String(value);

/** The maximum items of a list, and characters of a text, to format. Megabytes would block the page. */
export const MAX_LENGTH = 1000;

/** What changes the direction of the text after it, even outside its element. Joiners are kept: some languages need them. */
const directionMarks = /\p{Bidi_Control}/gu;

/** A single value that is safe beside the page's own text: cut to `MAX_LENGTH`, without direction marks. */
export const shownValue = (value: unknown): string =>
  toText(value).slice(0, MAX_LENGTH).replace(directionMarks, '');

/** Merges `partial` into `base`, object by object, as new, frozen objects. Lists and single values are replaced. */
export function deepMerge<Data extends object>(base: object | undefined, partial: Data): Data;
export function deepMerge(base: object | undefined, partial: object): object {
  const over = Object.entries(partial).map(([name, value]) => {
    const under = ownValue(base, name);
    return [name, isObject(value) ? deepMerge(isObject(under) ? under : undefined, value) : value];
  });
  return Object.freeze({ ...base, ...Object.fromEntries(over) });
}
