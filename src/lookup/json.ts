/**
 * A deeply frozen object from a JSON text; `undefined` for anything else.
 *
 * @param strike Takes a secret out of single values (`strikerOf`); a member whose name holds it is left out.
 */
export function parseObject(
  text: string,
  strike: (value: unknown) => unknown = (value) => value,
): Record<string, unknown> | undefined {
  try {
    // Few answers hold the key, so most are not looked at twice. A backslash may hide one.
    const suspect = text.includes('\\') || strike(text) !== text;
    const value: unknown = JSON.parse(text);
    return isObject(value) ? frozen(value, suspect ? strike : undefined) : undefined;
  } catch {
    return undefined;
  }
}

function frozen<Whole extends object>(whole: Whole, strike?: (value: unknown) => unknown): Whole {
  for (const [name, part] of Object.entries(whole)) {
    const clean = typeof part === 'object' && part ? frozen(part, strike) : strike ? strike(part) : part;
    if (strike && strike(name) !== name) Reflect.deleteProperty(whole, name);
    else if (clean !== part) Object.defineProperty(whole, name, { value: clean });
  }
  return Object.freeze(whole);
}

/** Whether a value is what JSON calls an object. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
