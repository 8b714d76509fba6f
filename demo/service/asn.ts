import type { AsData } from '../../src/model/types.js';
import { formatAddress } from './address.js';
import { dataDate } from './attributions.js';
import { countryOfBlock, rangesOf } from './data.js';
import { quoteInput, ServiceError } from './errors.js';
import { blocksOf, type Range } from './ranges.js';

/** The maximum number of listed prefixes of each family. The counts include all prefixes. */
const LISTED_PREFIXES = 100;

/** AS numbers set aside by IANA: 0, AS_TRANS, documentation, private use and the last of each width. */
const RESERVED: readonly (readonly [number, number])[] = [
  [0, 0],
  [23456, 23456],
  [64496, 131071],
  [4200000000, 4294967295],
];

/**
 * Parses an AS number in a path or a batch, such as `AS15169`.
 *
 * @throws INVALID_ASN for anything but `AS` and a number of 32 bits without leading zeros.
 * @throws RESERVED_ASN for a number that no network can have.
 */
export function parseAsn(text: string): number {
  const asn = /^AS(0|[1-9]\d{0,9})$/.test(text) ? Number(text.slice(2)) : Number.NaN;
  if (!(asn <= 0xffffffff)) throw new ServiceError('INVALID_ASN', quoteInput(text));
  if (RESERVED.some(([first, last]) => first <= asn && asn <= last))
    throw new ServiceError('RESERVED_ASN', quoteInput(text));
  return asn;
}

/** A cache, because computing the data of one network scans the whole files. */
const answers = new Map<number, AsData>();
const MAX_ANSWERS = 500;

/**
 * The AS data object of a number.
 *
 * @throws UNKNOWN_ASN for a number that announces no addresses.
 */
export function toAsData(asn: number): AsData {
  const data = answers.get(asn) ?? gatherAsData(asn);
  if (answers.size >= MAX_ANSWERS) answers.clear();
  answers.set(asn, data);
  return data;
}

function gatherAsData(asn: number): AsData {
  const ranges = rangesOf(asn);
  const name = ranges[4][0]?.organization ?? ranges[6][0]?.organization;
  if (name === undefined) throw new ServiceError('UNKNOWN_ASN', quoteInput(`AS${asn}`));
  const ipv4 = prefixes(ranges[4], 4);
  const ipv6 = prefixes(ranges[6], 6);
  return {
    asn,
    name: name || null,
    country_code: null,
    allocated: null,
    registry: null,
    domain: null,
    type: null,
    prefixes: { ipv4_count: ipv4.count, ipv6_count: ipv6.count, ipv4: ipv4.listed, ipv6: ipv6.listed },
    relationships: { upstreams: null, downstreams: null, peers: null },
    updated: `${dataDate}T00:00:00Z`,
  };
}

function prefixes(ranges: Range[], family: 4 | 6) {
  const blocks = ranges.flatMap((range) =>
    [...blocksOf(range, family)].map((block) => ({ ...block, organization: range.organization })),
  );
  const listed = blocks.slice(0, LISTED_PREFIXES).map((block) => ({
    cidr: `${formatAddress(block.first, family)}/${block.bits}`,
    country_code: countryOfBlock(block, family),
    network_name: null,
    organization: block.organization || null,
    registry: null,
    status: null,
    size: 2 ** ((family === 4 ? 32 : 128) - block.bits),
  }));
  return { count: blocks.length, listed };
}
