import { encodeJson } from '../body.js';
import type { RelayError } from '../errors.js';

/** A request for the relay, whatever kind of server received it. */
export interface RelayRequest {
  method: string;
  target: string;
  /** The requested host, with its port; `undefined` if the request names none. */
  host: string | undefined;
  header(name: string): string | null | undefined;
  /** The visitor's IP address from the option `clientIp` or the socket, unchecked. */
  clientIp(): unknown;
  /** The web `Request` for callbacks. Throws a `RelayError` if none can be created. */
  webRequest(): Request;
  /** The second argument of callbacks. For a `node:http` server, its own request. */
  callbackContext: unknown;
  /** Keeps the platform alive for work, which never rejects. If it is needed and would be lost, the response waits for it. */
  keepAlive(work: Promise<unknown>, isNeeded?: boolean): void;
}

export interface Reply {
  status: number;
  headers: Record<string, string>;
  body: Uint8Array<ArrayBuffer>;
}

/** @param origin The page's origin, if it differs from the relay's and is allowed. */
export function replyWith(result: Reply['body'] | RelayError, origin: string | undefined): Reply {
  const isData = result instanceof Uint8Array;
  const headers: Reply['headers'] = {
    'Content-Type': 'application/json',
    // Pages store results themselves. The browser's own cache would keep them after consent is revoked.
    'Cache-Control': isData ? 'private, no-store' : 'no-store',
    Vary: 'Origin, User-Agent',
    'X-Content-Type-Options': 'nosniff',
    ...(origin && { 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': 'Retry-After' }),
  };
  if (isData) return { status: 200, headers, body: result };
  const { body, details, status } = result;
  if (status === 405) headers['Allow'] = 'GET, HEAD';
  if (details.retryAfter !== undefined) headers['Retry-After'] = `${details.retryAfter}`;
  return { status, headers, body: encodeJson(body) };
}
