import { canonicalAddress, groupsOf } from '../../src/relay/client-ip.js';

/** One IP address: its canonical text (IPv6 compressed, lower case), its family and its number. */
export interface Address {
  text: string;
  family: 4 | 6;
  value: bigint;
}

/**
 * Parses an IPv4 or IPv6 address. An IPv4-mapped one (`::ffff:192.0.2.1`) becomes its IPv4 address. `undefined` for
 * anything else, such as leading zeros, short forms, zones, ports and brackets.
 */
export function parseAddress(given: string): Address | undefined {
  const text = canonicalAddress(given);
  if (text === undefined) return undefined;
  const groups = groupsOf(text);
  const value = groups.reduce((sum, group) => (sum << 16n) | BigInt(group), 0n);
  return { text, family: groups.length === 2 ? 4 : 6, value };
}

/** Writes a number as an IP address: the reverse of {@link parseAddress}. */
export function formatAddress(value: bigint, family: 4 | 6): string {
  if (family === 4) return [24n, 16n, 8n, 0n].map((at) => (value >> at) & 255n).join('.');
  const groups = Array.from({ length: 8 }, (_, i) =>
    ((value >> BigInt(112 - 16 * i)) & 0xffffn).toString(16),
  );
  return new URL(`http://[${groups.join(':')}]`).hostname.slice(1, -1);
}

/** Whether the IP address is this machine's own. */
export function isLoopback({ text, family, value }: Address): boolean {
  return family === 4 ? value >> 24n === 127n : text === '::1';
}
