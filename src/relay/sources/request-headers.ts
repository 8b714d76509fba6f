import type { RawLocation } from './normalise.js';

/** The names of headers by what they contain. */
export type HeaderNames = Partial<Readonly<Record<keyof RawLocation, string>>>;

/** The location in a request's headers, decoded once. */
export function readLocationHeaders({ headers }: Request, names: HeaderNames): RawLocation {
  const raw = Object.entries(names).map(([field, name]) => [field, decodeHeader(headers.get(name) ?? '')]);
  return Object.fromEntries(raw);
}

/**
 * Decodes a header's text. Some senders percent-encode it; others send UTF-8, whose bytes arrive as one character each.
 */
function decodeHeader(value: string): string {
  try {
    if (value.includes('%')) return decodeURIComponent(value);
    if (/[^\0-\xff]/.test(value)) return value; // Some platforms have decoded UTF-8 already.
    const bytes = Uint8Array.from(value, (character) => character.charCodeAt(0));
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return value;
  }
}

/** An IP address without the port after its last colon; an IPv6 address without brackets too. */
export const withoutPort = (address: string): string =>
  address.replace(/:\d*$/, '').replace(/^\[(.*)\]$/, '$1');
