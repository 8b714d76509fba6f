/** Whether a value is a JSON object. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A deeply frozen object from a JSON text, or a frozen copy of a JSON object. `undefined` for anything else. */
export function parseObject(given: unknown): Record<string, unknown> | undefined {
  // `JSON.parse` is slow when it throws, and most calls have nothing to parse.
  if (!given) return undefined;
  try {
    const value: unknown = JSON.parse(typeof given === 'string' ? given : JSON.stringify(given));
    return isObject(value) ? freeze(value) : undefined;
  } catch {
    return undefined; // Invalid JSON, or too deeply nested to traverse.
  }
}

function freeze<Whole extends object>(whole: Whole): Whole {
  for (const part of Object.values(whole)) if (typeof part === 'object' && part) freeze(part);
  return Object.freeze(whole);
}
