import { quoteInput, ServiceError } from './errors.js';

/** The longest body accepted, in bytes. */
const MAX_BODY = 1_048_576;

/**
 * Reads a batch: a JSON array of strings.
 *
 * @throws BAD_REQUEST for another content type, broken UTF-8 or JSON, another shape or an empty array,
 *   CONTENT_TOO_LARGE beyond {@link MAX_BODY}.
 */
export async function readBatch(request: Request): Promise<string[]> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^application\/json\s*(;|$)/i.test(type))
    throw new ServiceError('BAD_REQUEST', `Content-Type is ${quoteInput(type)}, not application/json`);
  const batch = parse(await readBytes(request));
  if (!Array.isArray(batch) || !batch.every((entry) => typeof entry === 'string'))
    throw new ServiceError('BAD_REQUEST', 'the body is not a JSON array of strings');
  if (batch.length === 0) throw new ServiceError('BAD_REQUEST', 'the batch is empty');
  return batch;
}

async function readBytes(request: Request): Promise<Uint8Array> {
  if (Number(request.headers.get('content-length')) > MAX_BODY)
    throw new ServiceError('CONTENT_TOO_LARGE', `${MAX_BODY}`);
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = request.body?.getReader();
  for (let next = await reader?.read(); next?.value; next = await reader?.read()) {
    size += next.value.length;
    if (size > MAX_BODY) {
      await reader?.cancel();
      throw new ServiceError('CONTENT_TOO_LARGE', `${MAX_BODY}`);
    }
    chunks.push(next.value);
  }
  return Buffer.concat(chunks);
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new ServiceError('BAD_REQUEST', 'the body is not JSON in UTF-8');
  }
}
