import { BlockList, isIP } from 'node:net';

/** One IP address: its canonical text (IPv6 compressed, lower case), its family and its number. */
export interface Address {
  text: string;
  family: 4 | 6;
  value: bigint;
}

/** Special-purpose blocks of the IANA registries (RFC 6890) that are not globally reachable. */
const RESERVED_V4 = `0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24
  192.0.2.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4`;
const RESERVED_V6 = '2001:2::/48 2001:10::/28 2001:db8::/32 3fff::/20';

const reserved = blockList(RESERVED_V4, 'ipv4');
const reservedV6 = blockList(RESERVED_V6, 'ipv6');
const globalV6 = blockList('2000::/3', 'ipv6');
const loopback = blockList('127.0.0.0/8', 'ipv4');

function blockList(blocks: string, family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const block of blocks.split(/\s+/)) {
    const [net = '', bits] = block.split('/');
    list.addSubnet(net, Number(bits), family);
  }
  return list;
}

/**
 * Reads an IPv4 or IPv6 address; an IPv4-mapped one (`::ffff:192.0.2.1`) becomes its IPv4 address.
 * Undefined for anything else: leading zeros, short forms, zones, ports and brackets are not addresses.
 */
export function parseAddress(text: string): Address | undefined {
  const family = text.includes('%') ? 0 : isIP(text);
  if (family === 4) return fromV4(text.split('.').map(Number));
  if (family !== 6) return undefined;
  const canonical = new URL(`http://[${text}]`).hostname.slice(1, -1);
  const [head = '', tail] = canonical.split('::').map((part) => (part ? part.split(':') : []));
  const groups = tail ? [...head, ...Array(8 - head.length - tail.length).fill('0'), ...tail] : [...head];
  const value = groups.reduce((sum, group) => (sum << 16n) | BigInt(`0x${group}`), 0n);
  if (value >> 32n === 0xffffn) return fromV4([24n, 16n, 8n, 0n].map((at) => Number((value >> at) & 255n)));
  return { text: canonical, family: 6, value };
}

function fromV4(bytes: number[]): Address {
  const value = bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  return { text: bytes.join('.'), family: 4, value };
}

/** Writes a number as the address it stands for: the reverse of {@link parseAddress}. */
export function formatAddress(value: bigint, family: 4 | 6): string {
  if (family === 4) return [24n, 16n, 8n, 0n].map((at) => (value >> at) & 255n).join('.');
  const groups = Array.from({ length: 8 }, (_, i) =>
    ((value >> BigInt(112 - 16 * i)) & 0xffffn).toString(16),
  );
  return new URL(`http://[${groups.join(':')}]`).hostname.slice(1, -1);
}

/** Whether the address is private, reserved, for documentation or otherwise not a public one. */
export function isReserved({ text, family }: Address): boolean {
  if (family === 4) return reserved.check(text, 'ipv4');
  return reservedV6.check(text, 'ipv6') || !globalV6.check(text, 'ipv6');
}

/** Whether the address is this machine's own. */
export function isLoopback({ text, family }: Address): boolean {
  return family === 4 ? loopback.check(text, 'ipv4') : text === '::1';
}
