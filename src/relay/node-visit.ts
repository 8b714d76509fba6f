import type { IncomingMessage } from 'node:http';

const ABSOLUTE = /^https?:\/\/([^/?#]*)(.*)$/is;

/** The host and the target that were asked for, before a framework took a mount point off its path. */
export function askedFor(req: IncomingMessage): { host: string; target: string } {
  const url =
    ('originalUrl' in req && typeof req.originalUrl === 'string' && req.originalUrl) || req.url || '';
  const [, host = req.headers.host ?? '', target = url] = ABSOLUTE.exec(url) ?? [];
  return { host, target };
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
