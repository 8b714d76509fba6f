import { readFileSync } from 'node:fs';

/** The addresses `first` to `last`, both included, as announced by one autonomous system. */
export interface Range {
  first: bigint;
  last: bigint;
  asn: number;
  organization: string;
}

const NEW_LINE = 10;

/**
 * A CSV file of ranges sorted by address, `first,last,asn,organization`. It is searched as text: parsing half a million
 * lines would take longer than all lookups of a session.
 */
export class RangeFile {
  readonly #csv: Buffer;

  constructor(path: string) {
    this.#csv = readFileSync(path);
  }

  /** The range that contains the IP address. */
  find(address: bigint): Range | undefined {
    let low = 0;
    let high = this.#csv.length;
    while (low < high) {
      const start = this.#lineStart((low + high) >> 1);
      const end = this.#lineEnd(start);
      const range = parse(this.#csv.toString('utf8', start, end));
      if (!range) return undefined;
      if (address < range.first) high = start;
      else if (address > range.last) low = end + 1;
      else return range;
    }
    return undefined;
  }

  /** All ranges of one autonomous system, in order of address. */
  ofAsn(asn: number): Range[] {
    const found: Range[] = [];
    const needle = Buffer.from(`,${asn},`);
    for (let at = this.#csv.indexOf(needle); at >= 0; at = this.#csv.indexOf(needle, at + 1)) {
      const range = parse(this.#csv.toString('utf8', this.#lineStart(at), this.#lineEnd(at)));
      if (range?.asn === asn) found.push(range);
    }
    return found;
  }

  #lineStart(at: number): number {
    return at === 0 ? 0 : this.#csv.lastIndexOf(NEW_LINE, at - 1) + 1;
  }

  #lineEnd(at: number): number {
    const end = this.#csv.indexOf(NEW_LINE, at);
    return end < 0 ? this.#csv.length : end;
  }
}

function parse(line: string): Range | undefined {
  const [, first, last, asn, organization] = /^(\d+),(\d+),(\d+),(.*?)\r?$/.exec(line) ?? [];
  if (!first || !last || !asn || organization === undefined) return undefined;
  const name = organization.replace(/^"(.*)"$/, '$1').replaceAll('""', '"');
  return { first: BigInt(first), last: BigInt(last), asn: Number(asn), organization: name };
}

/** A block of IP addresses with the same first `bits` bits. */
export interface Block {
  first: bigint;
  bits: number;
}

/** The fewest blocks that cover a range exactly, in order of address. */
export function* blocksOf({ first, last }: { first: bigint; last: bigint }, family: 4 | 6): Generator<Block> {
  const width = family === 4 ? 32 : 128;
  for (let start = first; start <= last; ) {
    let host = 0;
    while (
      host < width &&
      (start & ((2n << BigInt(host)) - 1n)) === 0n &&
      start + (2n << BigInt(host)) - 1n <= last
    )
      host++;
    yield { first: start, bits: width - host };
    start += 1n << BigInt(host);
  }
}
