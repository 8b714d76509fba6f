/** Bytes of a response that are read at most. */
const MAX_BYTES = 8 * 2 ** 20;

/** A body that would take too much memory. */
export class TooLong extends Error {}

/**
 * Reads a body as UTF-8.
 *
 * @throws {TooLong} And what the platform throws where it is no UTF-8 or breaks off.
 */
export async function readText({ body }: Response): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const reader = body?.getReader();
  let text = '';
  let size = 0;
  for (let next = await reader?.read(); next?.value; next = await reader?.read()) {
    size += next.value.byteLength;
    if (size > MAX_BYTES) {
      await reader?.cancel();
      throw new TooLong();
    }
    text += decoder.decode(next.value, { stream: true });
  }
  return text + decoder.decode();
}
