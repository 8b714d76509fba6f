/** Writes database files in MaxMind's format, for what reads them outside of Node: https://maxmind.github.io/MaxMind-DB/ */
type Value = string | number | Unsigned | readonly Value[] | { readonly [name: string]: Value };

/** A whole number in metadata. Type 5 has 16 bits, 6 has 32, 9 has 64. */
class Unsigned {
  constructor(
    readonly type: 5 | 6 | 9,
    readonly value: number,
  ) {}
}

/** A node of the search tree: for each value of the next bit, another node or a record's offset in the data. */
interface Node extends Array<Node | number> {}

/** A database with a record for each of some IPv4 addresses. */
export function databaseFile(records: Readonly<Record<string, Value>>): Buffer {
  const root: Node = [];
  let data = Buffer.alloc(0);
  for (const [address, record] of Object.entries(records)) {
    insert(root, address, data.length);
    data = Buffer.concat([data, encode(record)]);
  }
  const nodes = [root];
  for (const node of nodes) nodes.push(...node.filter((next) => typeof next === 'object'));
  const places = nodes.flatMap((node) =>
    [node[0], node[1]].map((next) => {
      if (typeof next === 'object') return nodes.indexOf(next);
      return nodes.length + (next === undefined ? 0 : 16 + next);
    }),
  );
  const tree = Buffer.alloc(4 * places.length);
  for (const [i, place] of places.entries()) tree.writeUInt32BE(place, 4 * i);
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
  return Buffer.concat([
    tree,
    Buffer.alloc(16),
    data,
    Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1'),
    metadata,
  ]);
}

/** Adds a record. In a database of IPv6 addresses, an IPv4 address is that after 96 zeros. */
function insert(root: Node, address: string, offset: number): void {
  const bytes = address.split('.').map((byte) => Number(byte).toString(2).padStart(8, '0'));
  const bits = [...'0'.repeat(96), ...bytes.join('')].map(Number);
  const last = bits.pop() ?? 0;
  let node = root;
  for (const bit of bits) {
    const next = node[bit];
    node = node[bit] = typeof next === 'object' ? next : [];
  }
  node[last] = offset;
}

function encode(value: Value): Buffer {
  if (value instanceof Unsigned) {
    const bytes = Buffer.alloc(8);
    bytes.writeBigUInt64BE(BigInt(value.value));
    const significant = bytes.subarray(bytes.findIndex((byte) => byte > 0) >>> 0);
    return field(value.type, significant.length, significant);
  }
  if (typeof value === 'string') return field(2, Buffer.byteLength(value), Buffer.from(value));
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(8);
    bytes.writeDoubleBE(value);
    return field(3, 8, bytes);
  }
  if (Array.isArray(value)) return field(11, value.length, ...value.map(encode));
  const entries = Object.entries(value);
  return field(7, entries.length, ...entries.flat().map(encode));
}

/** A field with its control byte, and a further byte for a type or a size that has no room there. */
function field(type: number, size: number, ...content: Buffer[]): Buffer {
  const short = Math.min(size, 29);
  const control = type > 7 ? [short, type - 7] : [(type << 5) | short];
  return Buffer.concat([Buffer.from(size >= 29 ? [...control, size - 29] : control), ...content]);
}
