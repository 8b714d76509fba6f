/** The maximum bytes of a response. */
const MAX_BYTES = 8 * 2 ** 20;

/** Thrown for a body that would take too much memory. */
export class TooLong extends Error {}

/**
 * Reads a body as UTF-8.
 *
 * @throws {TooLong} If the body is too long. Other errors are the platform's, for invalid UTF-8 or an aborted response.
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
