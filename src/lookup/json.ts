/**
 * A frozen object from a JSON text; `undefined` for anything else.
 *
 * @param secret Struck out wherever a string holds it.
 */
export function parseObject(text: string, secret = ''): Record<string, unknown> | undefined {
  try {
    const value = JSON.parse(text, (_, part) =>
      Object.freeze(secret && typeof part === 'string' ? part.replaceAll(secret, '…') : part),
    );
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a value is what JSON calls an object. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
