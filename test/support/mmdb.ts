/** Writes database files in MaxMind's format, for what reads them outside of Node: https://maxmind.github.io/MaxMind-DB/ */
import { isIPv4 } from 'node:net';

type Value = string | number | boolean | readonly Value[] | { readonly [name: string]: Value };

/** A whole number of some width, as metadata has it. */
class Unsigned {
  constructor(
    readonly type: 5 | 6 | 9,
    readonly value: number,
  ) {}
}

/** A node of the search tree: where the next bit leads, to another node or to a record's offset in the data. */
interface Node {
  children: (Node | number | undefined)[];
}

/**
 * A database of addresses.
 *
 * @param records What is known, by an IPv4 or IPv6 address without `::`. The record of an IPv6 address is for its whole /64.
 */
export function databaseFile(records: Readonly<Record<string, Value>>): Buffer {
  const root: Node = { children: [] };
  const data: Buffer[] = [];
  let offset = 0;
  for (const [address, record] of Object.entries(records)) {
    const encoded = encode(record);
    insert(root, bitsOf(address), offset);
    data.push(encoded);
    offset += encoded.length;
  }
  const nodes = [root];
  for (const { children } of nodes)
    for (const child of children) if (typeof child === 'object') nodes.push(child);
  const tree = Buffer.alloc(nodes.length * 8);
  for (const [i, { children }] of nodes.entries())
    for (const bit of [0, 1]) {
      const child = children[bit];
      const value =
        child === undefined
          ? nodes.length
          : typeof child === 'number'
            ? nodes.length + 16 + child
            : nodes.indexOf(child);
      tree.writeUInt32BE(value, i * 8 + bit * 4);
    }
  const metadata = encode({
    node_count: new Unsigned(6, nodes.length),
    record_size: new Unsigned(5, 32),
    ip_version: new Unsigned(5, 6),
    database_type: 'GeoLite2-City',
    languages: ['en'],
    binary_format_major_version: new Unsigned(5, 2),
    binary_format_minor_version: new Unsigned(5, 0),
    build_epoch: new Unsigned(9, Math.floor(Date.now() / 1000)),
    description: { en: 'made for a test' },
  });
  const marker = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1');
  return Buffer.concat([tree, Buffer.alloc(16), ...data, marker, metadata]);
}

/** The bits of an address that lead to its record. IPv4 addresses are those after 96 zeros. */
function bitsOf(address: string): number[] {
  const isOld = isIPv4(address);
  const parts = isOld
    ? address.split('.').map(Number)
    : address.split(':').map((part) => Number.parseInt(part, 16));
  const width = isOld ? 8 : 16;
  const bits = parts.flatMap((part) => [...part.toString(2).padStart(width, '0')].map(Number));
  return isOld ? [...Array<number>(96).fill(0), ...bits] : bits.slice(0, 64);
}

function insert(root: Node, bits: readonly number[], offset: number): void {
  let node = root;
  for (const [i, bit] of bits.entries()) {
    if (i === bits.length - 1) node.children[bit] = offset;
    else {
      const next = node.children[bit];
      const child = typeof next === 'object' ? next : { children: [] };
      node.children[bit] = child;
      node = child;
    }
  }
}

function encode(value: Value | Unsigned | Readonly<Record<string, Value | Unsigned>>): Buffer {
  if (value instanceof Unsigned) {
    const bytes = Buffer.alloc(8);
    bytes.writeBigUInt64BE(BigInt(value.value));
    const significant = bytes.subarray(bytes.findIndex((byte) => byte > 0) >>> 0);
    return Buffer.concat([control(value.type, significant.length), significant]);
  }
  if (typeof value === 'string') {
    const bytes = Buffer.from(value);
    return Buffer.concat([control(2, bytes.length), bytes]);
  }
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(8);
    bytes.writeDoubleBE(value);
    return Buffer.concat([control(3, 8), bytes]);
  }
  if (typeof value === 'boolean') return control(14, value ? 1 : 0);
  if (Array.isArray(value)) return Buffer.concat([control(11, value.length), ...value.map(encode)]);
  const entries = Object.entries(value as Readonly<Record<string, Value>>);
  return Buffer.concat([
    control(7, entries.length),
    ...entries.flatMap(([name, part]) => [encode(name), encode(part)]),
  ]);
}

/** The control byte of a field, and what follows it for types and sizes that it has no room for. */
function control(type: number, size: number): Buffer {
  const short = Math.min(size, 29);
  const extended = type > 7 ? [type - 7] : [];
  const rest = size >= 29 ? [size - 29] : [];
  return Buffer.from([((type > 7 ? 0 : type) << 5) | short, ...extended, ...rest]);
}
