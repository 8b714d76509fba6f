/** An object from a JSON text; `undefined` for anything else. */
export function parseObject(text: string | null): Record<string, unknown> | undefined {
  // To fail is dear, and most often there is nothing.
  if (!text) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Freezes an object and all within it; `undefined` where it is nested too deep.
 *
 * @param clean What becomes of single values; a member whose name would become another is left out.
 */
export function frozen<Whole extends object>(whole: Whole, clean?: (value: unknown) => unknown) {
  try {
    return freeze(whole, clean);
  } catch {
    return undefined;
  }
}

function freeze<Whole extends object>(whole: Whole, clean: (value: unknown) => unknown = same): Whole {
  for (const [name, part] of Object.entries(whole)) {
    const value = typeof part === 'object' && part ? freeze(part, clean) : clean(part);
    if (clean(name) !== name) Reflect.deleteProperty(whole, name);
    else if (value !== part) Object.defineProperty(whole, name, { value });
  }
  return Object.freeze(whole);
}

const same = (value: unknown) => value;

/** Whether a value is what JSON calls an object. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A number as it was stored; 0 for anything else, which need not even become a number. */
export const numberOf = (value: unknown): number => (typeof value === 'number' ? value : 0);
