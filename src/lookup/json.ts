/**
 * A frozen object from a JSON text; `undefined` for anything else.
 *
 * @param secrets Struck out wherever a string holds them.
 */
export function parseObject(text: string, secrets: string[] = []): Record<string, unknown> | undefined {
  const clean = (part: string) =>
    secrets.reduce((rest, secret) => (secret ? rest.replaceAll(secret, '…') : rest), part);
  try {
    const value = JSON.parse(text, (_, part) => Object.freeze(typeof part === 'string' ? clean(part) : part));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a value is what JSON calls an object. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
