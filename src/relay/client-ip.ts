import { parseUrl } from './checked-options.js';

/** Blocks of RFC 6890's registries that no visitor has. The last row has tunnels and anycast services: 6to4, AMT, AS112. */
const RESERVED_V4 = `0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24
  192.0.2.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/3
  192.88.99.0/24 192.52.193.0/24 192.31.196.0/24 192.175.48.0/24`;
/** The same for IPv6: everything outside of 2000::/3, and parts of it, Teredo among them. */
const RESERVED_V6 = `::/3 4000::/2 8000::/1 2001:2::/48 2001:10::/28 2001:db8::/32 3fff::/20
  2002::/16 2001:3::/32 2001:4:112::/48 2620:4f:8000::/48 2001::/32`;

/** Parsed here, because not every platform has a parser of IP addresses. */
const OCTET = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
const V4 = new RegExp(`^(?:${OCTET}\\.){3}${OCTET}$`);

/** IPv6 compressed and in lower case; IPv4 in IPv6, mapped or by NAT64, as IPv4. Short forms and leading zeros aren't accepted. */
export function canonicalAddress(text: string): string | undefined {
  if (V4.test(text)) return text;
  const canonical = /^[\da-f:.]+$/i.test(text) ? compressed(text) : undefined;
  if (!canonical || !/^(::ffff|64:ff9b:):[\da-f]+:[\da-f]+$/.test(canonical)) return canonical;
  const bytes = groupsOf(canonical).flatMap((group) => [group >> 8, group & 255]);
  return bytes.slice(-4).join('.');
}

/** The canonical IP address in a text as proxies write it: with a port, brackets, quotes, a zone or spaces. */
export function parseAddress(text: string): string | undefined {
  const canonical = canonicalAddress(text);
  if (canonical) return canonical;
  const trimmed = text.trim();
  const plain = /^".*"$/.test(trimmed) ? trimmed.slice(1, -1).trim() : trimmed;
  const [, bracketed = plain] = /^\[([^\]]*)\](?::\d*)?$/.exec(plain) ?? [];
  // Without brackets, a port is only certain after a whole IP address.
  const [, withoutPort = bracketed] = /^(.*\.\d+|(?:[\da-f]+:){7}[\da-f]+):\d{0,5}$/i.exec(bracketed) ?? [];
  return canonicalAddress(withoutPort.replace(/%.*$/s, ''));
}

const compressed = (text: string) => parseUrl(`http://[${text}]/`)?.hostname.slice(1, -1);

export function isReserved(canonical: string): boolean {
  const prefix = prefixOf(canonical);
  const blocks = canonical.includes(':') ? blocksV6 : blocksV4;
  return blocks.some(({ first, end }) => prefix >= first && prefix < end);
}

/** What is counted as one visitor: an IPv4 address, or an IPv6 /64, which one connection usually has. */
export interface CountedVisitor {
  /** Such as `81.2.69.142`, `2a00:1450:4001:800::/64` or `unknown`. */
  name: string;
  /** The /48 of an IPv6 visitor; otherwise the same as the name. Whoever has one IP address of a /48 may have all. */
  owner: string;
}

/** The visitor at a canonical IP address. All visitors without a known IP address count as one. */
export function visitorAt(canonical = 'unknown'): CountedVisitor {
  if (!canonical.includes(':')) return { name: canonical, owner: canonical };
  const block = (groups: number) => {
    const first = groupsOf(canonical).slice(0, groups);
    return `${compressed(`${first.map((group) => group.toString(16)).join(':')}::`)}/${16 * groups}`;
  };
  return { name: block(4), owner: block(3) };
}

/** A canonical IP address as 16-bit groups: two for IPv4, eight for IPv6. */
export function groupsOf(canonical: string): number[] {
  if (!canonical.includes(':')) {
    const [a = 0, b = 0, c = 0, d = 0] = canonical.split('.').map(Number);
    return [a * 256 + b, c * 256 + d];
  }
  const [head = [], tail = []] = canonical.split('::').map((part) => (part ? part.split(':') : []));
  const zeros = Array(8 - head.length - tail.length).fill('0');
  return [...head, ...zeros, ...tail].map((group) => Number.parseInt(group, 16));
}

/** The 32 bits of IPv4, or the first 48 of IPv6, as a number. No block is smaller. */
function prefixOf(canonical: string): number {
  const [a = 0, b = 0, c] = groupsOf(canonical);
  const first = a * 65_536 + b;
  return c === undefined ? first : first * 65_536 + c;
}

const parseBlocks = (blocks: string, bits: number) =>
  blocks.split(/\s+/).map((block) => {
    const [address = '', length] = block.split('/');
    const first = prefixOf(address);
    return { first, end: first + 2 ** (bits - Number(length)) };
  });
const blocksV4 = parseBlocks(RESERVED_V4, 32);
const blocksV6 = parseBlocks(RESERVED_V6, 48);
