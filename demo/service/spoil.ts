import type { ServiceError } from './errors.js';

/** The response for an error. */
export function errorResponse({ body, status, headers }: ServiceError): Response {
  return Response.json(body, { status, headers });
}

/** A successful response with another body, and optionally another type. */
export function replaceBody(
  truth: Response,
  body: string | Uint8Array<ArrayBuffer>,
  type?: string,
): Response {
  const spoilt = new Response(body, truth);
  if (type) spoilt.headers.set('Content-Type', type);
  return spoilt;
}

/** A successful response whose body a generator rewrites, chunk by chunk. */
export async function rewriteBody(
  truth: Response,
  write: (bytes: Buffer) => AsyncGenerator<Uint8Array>,
): Promise<Response> {
  const chunks = write(Buffer.from(await truth.arrayBuffer()));
  const body = new ReadableStream<Uint8Array<ArrayBufferLike>>({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  });
  return new Response(body as ReadableStream<Uint8Array<ArrayBuffer>>, truth);
}
