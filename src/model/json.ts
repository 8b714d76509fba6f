/** Whether a value is what JSON calls an object. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * A deeply frozen object from a JSON text, or a frozen copy of an object as JSON has it; `undefined` for anything else.
 */
export function parseObject(given: unknown): Record<string, unknown> | undefined {
  // A failing `JSON.parse` is slow, and most often there is nothing to parse.
  if (!given) return undefined;
  try {
    const value: unknown = JSON.parse(typeof given === 'string' ? given : JSON.stringify(given));
    return isObject(value) ? freeze(value) : undefined;
  } catch {
    return undefined; // no JSON, or nested too deeply to be walked through
  }
}

function freeze<Whole extends object>(whole: Whole): Whole {
  for (const part of Object.values(whole)) if (typeof part === 'object' && part) freeze(part);
  return Object.freeze(whole);
}
