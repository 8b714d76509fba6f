import type { IncomingMessage, ServerResponse } from 'node:http';
import { isHost } from '../../src/relay/http/guard.js';

/** Responds to a web-standard request from `address`, the IP address of the socket. */
export type Handler = (request: Request, address: string | undefined) => Promise<Response>;

/**
 * Turns a web-standard handler into a `node:http` listener.
 *
 * The handler sees the path as sent. The request's `signal` aborts when the client disconnects. Bodies are streamed in
 * both directions. A response of type `error` closes the connection. A body that fails is sent as far as it goes, then
 * the connection is closed. If the handler throws, the response is 500 without details.
 *
 * This is our own code because `@hono/node-server` 2.1 reads an endless body for HEAD without an end, drops the status
 * text, rewrites dot segments, sends fragments and TRACE on, and can't close a connection before the first byte.
 *
 * @param refuse Responds to a request for which no web `Request` can be created. Default: 400 without details.
 */
export function nodeListener(
  handler: Handler,
  refuse = () => new Response(null, { status: 400 }),
): (req: IncomingMessage, res: ServerResponse) => void {
  return async (req, res) => {
    const left = new AbortController();
    res.on('close', () => res.writableFinished || left.abort());
    try {
      const body = ['GET', 'HEAD'].includes(req.method ?? '') ? {} : { body: bodyOf(req), duplex: 'half' };
      const request = toRequest(req, { signal: left.signal, ...body });
      await send(request ? await handler(request, req.socket.remoteAddress) : refuse(), req, res);
    } catch {
      // Node buffers writes until the end of this turn.
      if (res.headersSent) setImmediate(() => req.socket.destroySoon());
      else res.writeHead(500).end();
    }
  };
}

/** A request's target: an optional scheme and authority, then path and query. */
const TARGET = /^(?:https?:\/\/([^/?#]*))?((?:[/?].*)?)$/is;
/** Parts that the URL parser would rewrite: fragments, and in a path backslashes and dot segments. */
const NON_CANONICAL_PATH = /#|^[^?]*(\\|\/(\.|%2e){1,2}(\/|\?|$))/i;

/** The web `Request` for a request of a `node:http` server. `undefined` if none can be created. */
function toRequest(req: IncomingMessage, more: RequestInit): Request | undefined {
  const [, authority = req.headers.host ?? 'localhost', path] = TARGET.exec(req.url ?? '') ?? [];
  if (!isHost(authority) || path === undefined || NON_CANONICAL_PATH.test(path)) return undefined;
  try {
    const headers = new Headers();
    for (let i = 0; i < req.rawHeaders.length; i += 2)
      headers.append(req.rawHeaders[i] ?? '', req.rawHeaders[i + 1] ?? '');
    return new Request(`http://${authority}${path}`, { method: req.method ?? 'GET', headers, ...more });
  } catch {
    return undefined;
  }
}

/** The request's body as a stream. If the reader cancels, the rest is discarded, so that the response arrives. */
function bodyOf(req: IncomingMessage): ReadableStream<Uint8Array> {
  const chunks = req.iterator({ destroyOnReturn: false });
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await chunks.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: () => void chunks.return?.().then(() => req.resume()),
    },
    { highWaterMark: 0 },
  );
}

async function send(response: Response, req: IncomingMessage, res: ServerResponse): Promise<void> {
  if (response.type === 'error') return void req.socket.destroy();
  for (const [name, value] of response.headers)
    if (name === 'set-cookie') res.appendHeader(name, value);
    else res.setHeader(name, value);
  res.writeHead(response.status, response.statusText || undefined);
  if (req.method === 'HEAD' || !response.body) {
    await response.body?.cancel();
    res.end();
    return;
  }
  const reader = response.body.getReader();
  res.on('close', () => void reader.cancel().catch(() => {}));
  // Headers share a packet with a complete body. If the body is late, send the headers first.
  const late = setImmediate(() => res.flushHeaders());
  for (let next = await reader.read(); next.value; next = await reader.read()) {
    clearImmediate(late);
    await write(res, next.value);
  }
  clearImmediate(late);
  res.end();
}

/**
 * Writes one chunk. If the reader is slow, waits until the network has accepted the chunk. Rejects if the client has
 * disconnected.
 */
function write(res: ServerResponse, chunk: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    if (res.write(chunk, (error) => (error ? reject(error) : resolve()))) resolve();
  });
}
