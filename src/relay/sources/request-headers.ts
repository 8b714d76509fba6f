import type { RawLocation } from './normalise.js';

/** What can be read from a header, by the name of the header that says it. */
export type HeaderNames = Partial<Readonly<Record<keyof RawLocation, string>>>;

/** What a request's headers say of a location, decoded once. */
export function readLocationHeaders({ headers }: Request, names: HeaderNames): RawLocation {
  const raw = Object.entries(names).map(([field, name]) => [field, decodeHeader(headers.get(name) ?? '')]);
  return Object.fromEntries(raw);
}

/** Text in a header: some senders write it as in a URI, others as bytes of UTF-8, which arrive as so many characters. */
function decodeHeader(value: string): string {
  try {
    if (value.includes('%')) return decodeURIComponent(value);
    if (/[^\0-\xff]/.test(value)) return value; // Some platforms have read it as UTF-8 already.
    const bytes = Uint8Array.from(value, (character) => character.charCodeAt(0));
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return value;
  }
}

/** An address without the port behind its last colon, of an IPv6 address without brackets too. */
export const withoutPort = (address: string): string =>
  address.replace(/:\d*$/, '').replace(/^\[(.*)\]$/, '$1');
