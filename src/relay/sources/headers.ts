import { checkSourceOptions, isToken } from '../checked-options.js';
import type { Source } from '../options.js';
import { type LocationPaths, location, toIpData } from './normalise.js';

/** Names of request headers by what they contain, such as `{ country: 'x-country-code' }`. */
export type LocationHeaders = { readonly [Name in keyof typeof location]?: string | undefined };

/**
 * The data in request headers of your own proxy, such as nginx with a database. The relay uses its own `clientIp`. Name
 * only headers that the proxy overwrites, on a server that only the proxy reaches, because clients can send any header.
 *
 * @throws {LookupError} `misconfigured`, for a name that isn't listed and for an invalid header name.
 */
export function headers(given: LocationHeaders): { source: Source } {
  const kind = "a request header's name";
  const names: LocationPaths = checkSourceOptions('headers', given, Object.keys(location), isToken, kind);
  return { source: { ip: (_address, request) => readLocationHeaders(request, names) } };
}

export function readLocationHeaders({ headers }: Request, names: LocationPaths): object | null {
  const raw = Object.entries(names).map(([part, name]) => [part, decodeHeader(headers.get(name) ?? '')]);
  return toIpData(Object.fromEntries(raw));
}

/** Some senders percent-encode a header's text; others send UTF-8, whose bytes arrive as one character each. */
function decodeHeader(value: string): string {
  try {
    if (/%[\da-f]{2}/i.test(value)) return decodeURIComponent(value);
    if (/[^\0-\xff]/.test(value)) return value; // Some platforms have decoded UTF-8 already.
    const bytes = Uint8Array.from(value, (character) => character.charCodeAt(0));
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return value;
  }
}
