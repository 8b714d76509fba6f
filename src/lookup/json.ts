/**
 * A frozen object from a JSON text; `undefined` for anything else.
 *
 * @param secret Struck out wherever a string or a name holds it, also in the spellings of an address.
 */
export function parseObject(text: string, secret = ''): Record<string, unknown> | undefined {
  const spellings = [secret, encodeURIComponent(secret), `${new URLSearchParams({ secret })}`.slice(7)];
  const clean = (part: string) => spellings.reduce((rest, spelling) => rest.replaceAll(spelling, '…'), part);
  const cleanPart = (part: unknown) => {
    if (typeof part === 'string') return clean(part);
    if (!isObject(part)) return part;
    return Object.fromEntries(Object.entries(part).map(([name, value]) => [clean(name), value]));
  };
  try {
    const value = JSON.parse(text, (_, part) => Object.freeze(secret ? cleanPart(part) : part));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a value is what JSON calls an object. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
