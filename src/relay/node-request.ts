import type { IncomingMessage } from 'node:http';
import { REASONS, RelayError } from './errors.js';

export const hostOf = ({ headers }: IncomingMessage): string | undefined =>
  headers.host ?? headers[':authority']?.toString();

/** Whether the client has left: its connection is closed, or over HTTP/2 its stream. */
export const hasLeft = (req: IncomingMessage & { stream?: { destroyed: boolean } }): boolean =>
  (req.stream ?? req.socket)?.destroyed;

/** The requested path and query, before a framework removed a mount point from the path. */
export const targetOf = (req: IncomingMessage & { originalUrl?: unknown }): string =>
  `${req.originalUrl ?? req.url}`.replace(/^https?:\/\/[^/?#]*/i, '');

/** The web `Request` for callbacks, once the host is checked. Throws a `RelayError` if none can be created. */
export function toRequest(req: IncomingMessage, target: string): Request {
  const scheme = 'encrypted' in Object(req.socket) ? 'https' : 'http';
  const url = `${scheme}://${hostOf(req) ?? 'localhost'}/${target.replace('/', '')}`;
  try {
    // Middleware may have set any text. Adapters for functions set no `rawHeaders`.
    const headers = new Headers();
    for (const [name, value] of Object.entries(req.headers))
      if (value !== undefined && !name.startsWith(':'))
        headers.set(name, `${value}`.replace(/[^\0-\xff]/gu, encodeURIComponent));
    return new Request(url, { method: req.method ?? 'GET', headers });
  } catch {
    throw new RelayError(REASONS.malformed);
  }
}

/** `undefined` if `X-Forwarded-For` has fewer entries than proxies: then the request didn't pass through all of them. */
export function clientIpOf(req: IncomingMessage, proxies: number): string | undefined {
  if (proxies === 0) return req.socket?.remoteAddress;
  const forwarded = req.headers['x-forwarded-for']?.toString().split(',') ?? [];
  return forwarded.at(-proxies);
}
