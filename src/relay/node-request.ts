import type { IncomingMessage } from 'node:http';
import { isHost } from './http/guard.js';

/** A request's target: after its authority, if it has one, its path and query. */
const TARGET = /^(?:https?:\/\/([^/?#]*))?((?:[/?].*)?)$/is;
/** What the URL parser would rewrite: fragments, and in a path backslashes and dot segments. */
const REWRITTEN = /#|^[^?]*(\\|\/(\.|%2e){1,2}(\/|\?|$))/i;

/** The host that a request asks for; `undefined` where it names none, as in HTTP/1.0. */
export function hostOf({ headers }: IncomingMessage): string | undefined {
  return headers.host ?? headers[':authority']?.toString();
}

/** The path and query that were asked for, before a framework took a mount point off the path. */
export function targetOf(req: IncomingMessage & { originalUrl?: unknown }): string {
  const url = `${req.originalUrl ?? req.url}`;
  return TARGET.exec(url)?.[2] ?? url;
}

/** The web `Request` for what a `node:http` server received; `undefined` where there is none. */
export function toRequest(
  req: IncomingMessage,
  signal?: AbortSignal,
  url = req.url ?? '',
): Request | undefined {
  const [, authority = hostOf(req) ?? 'localhost', path] = TARGET.exec(url) ?? [];
  if (!isHost(authority) || path === undefined || REWRITTEN.test(path)) return undefined;
  const scheme = 'encrypted' in req.socket ? 'https' : 'http';
  const method = req.method ?? 'GET';
  const body = method === 'GET' || method === 'HEAD' ? undefined : bodyOf(req);
  try {
    const headers = new Headers();
    for (let i = 0; i < req.rawHeaders.length; i += 2)
      if (!req.rawHeaders[i]?.startsWith(':'))
        headers.append(req.rawHeaders[i] ?? '', req.rawHeaders[i + 1] ?? '');
    const init = { method, headers, ...(signal && { signal }), ...(body && { body, duplex: 'half' }) };
    return new Request(`${scheme}://${authority}${path}`, init);
  } catch {
    return undefined;
  }
}

/** The request's body, read as it is asked for. The rest of one that is given up goes unread, so the answer arrives. */
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

/**
 * The address a request came from: the other end of the socket, or what the farthest of so many trusted proxies saw.
 * `undefined` where `X-Forwarded-For` names fewer than that: then the request did not come through all of them.
 */
export function senderOf(req: IncomingMessage, proxies: number): string | undefined {
  if (proxies === 0) return req.socket.remoteAddress?.replace(/%.*/, ''); // without an IPv6 zone
  const forwarded = req.headers['x-forwarded-for']?.toString().split(',') ?? [];
  return forwarded.at(-proxies)?.trim();
}
