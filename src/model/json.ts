/** The deepest nesting of objects and lists that is accepted. Data has about six levels; this bounds every recursion. */
export const MAX_DEPTH = 100;

/** Whether a value is a JSON object. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * A deeply frozen object from a JSON text, or a frozen copy of a JSON object. `undefined` for anything else, and for what is
 * nested more than `MAX_DEPTH` deep.
 */
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
