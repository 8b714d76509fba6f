import type { IncomingMessage } from 'node:http';
import { isHost } from './http/guard.js';

/** A request's target: an optional scheme and authority, then path and query. */
const TARGET = /^(?:https?:\/\/([^/?#]*))?((?:[/?].*)?)$/is;
/** Parts that the URL parser would rewrite: fragments, and in a path backslashes and dot segments. */
const NON_CANONICAL_PATH = /#|^[^?]*(\\|\/(\.|%2e){1,2}(\/|\?|$))/i;

export function hostOf({ headers }: IncomingMessage): string | undefined {
  return headers.host ?? headers[':authority']?.toString();
}

/** Whether the client has left: its connection is closed, or over HTTP/2 its stream. */
export function hasLeft(req: IncomingMessage & { stream?: { destroyed: boolean } }): boolean {
  return (req.stream ?? req.socket).destroyed;
}

/** The requested path and query, before a framework removed a mount point from the path. */
export function targetOf(req: IncomingMessage & { originalUrl?: unknown }): string {
  return `${req.originalUrl ?? req.url}`.replace(/^https?:\/\/[^/?#]*/i, '');
}

/** The web `Request` for a request of a `node:http` server. `undefined` if none can be created. */
export function toRequest(
  req: IncomingMessage,
  url = req.url ?? '',
  more: RequestInit = {},
): Request | undefined {
  const [, authority = hostOf(req) ?? 'localhost', path] = TARGET.exec(url) ?? [];
  if (!isHost(authority) || path === undefined || NON_CANONICAL_PATH.test(path)) return undefined;
  const scheme = 'encrypted' in req.socket ? 'https' : 'http';
  try {
    const headers = new Headers();
    for (let i = 0; i < req.rawHeaders.length; i += 2)
      if (!req.rawHeaders[i]?.startsWith(':'))
        headers.append(req.rawHeaders[i] ?? '', req.rawHeaders[i + 1] ?? '');
    return new Request(`${scheme}://${authority}${path}`, { method: req.method ?? 'GET', headers, ...more });
  } catch {
    return undefined;
  }
}

/** `undefined` if `X-Forwarded-For` has fewer entries than proxies: then the request didn't pass through all of them. */
export function clientIpOf(req: IncomingMessage, proxies: number): string | undefined {
  if (proxies === 0) return req.socket.remoteAddress?.replace(/%.*/, ''); // without an IPv6 zone
  const forwarded = req.headers['x-forwarded-for']?.toString().split(',') ?? [];
  return forwarded.at(-proxies);
}
