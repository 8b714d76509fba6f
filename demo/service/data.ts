import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type CountryResponse, Reader } from 'mmdb-lib';
import { type Address, formatAddress } from './address.js';
import { type Block, type Range, RangeFile } from './ranges.js';

const ASN_PACKAGE = '@ip-location-db/asn';
const COUNTRY_FILE = '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb';

const require = createRequire(import.meta.url);

/** A record of the country file: only the code, unlike the reader's own types. */
interface CountryEntry extends CountryResponse {
  country_code: string;
}

/** Runs `make` at the first call and stores its result. */
function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

const countries = once(() => new Reader<CountryEntry>(readFileSync(require.resolve(COUNTRY_FILE))));
const networks = {
  4: once(() => new RangeFile(require.resolve(`${ASN_PACKAGE}/asn-ipv4-num.csv`))),
  6: once(() => new RangeFile(require.resolve(`${ASN_PACKAGE}/asn-ipv6-num.csv`))),
};

/** The country an address is registered or used in, as an ISO 3166-1 alpha-2 code. */
export function countryAt(address: Address): string | null {
  return countries().get(address.text)?.country_code ?? null;
}

/** The country of a whole block; null if the block spans several entries of the source. */
export function countryOfBlock({ first, bits }: Block, family: 4 | 6): string | null {
  const [entry, entryBits] = countries().getWithPrefixLength(formatAddress(first, family));
  return entry && entryBits <= bits ? entry.country_code : null;
}

/** The range of the autonomous system that announces an address. */
export function networkAt(address: Address): Range | undefined {
  return networks[address.family]().find(address.value);
}

/** Every range that an autonomous system announces. */
export function rangesOf(asn: number): Record<4 | 6, Range[]> {
  return { 4: networks[4]().ofAsn(asn), 6: networks[6]().ofAsn(asn) };
}

/** Reads the data files now instead of at the first lookup. */
export function loadData(): void {
  countries();
  networks[4]();
  networks[6]();
}
