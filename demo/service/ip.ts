import type { IpData } from '../../src/model/types.js';
import { type Address, formatAddress } from './address.js';
import { currencyOf, locationOf } from './country.js';
import { countryAt, networkAt } from './data.js';
import { blocksOf, type Range } from './ranges.js';
import { timeZoneOf } from './time-zone.js';

/** The IP data object of a public address. */
export function ipDataOf(address: Address, now: Date): IpData {
  const country = countryAt(address);
  const network = networkAt(address);
  const location = locationOf(country);
  return {
    ip: address.text,
    type: `IPv${address.family}`,
    hostname: null,
    carrier: { name: null, mcc: null, mnc: null },
    company: { domain: null, name: null, type: null },
    connection: {
      asn: network?.asn ?? null,
      domain: null,
      organization: network?.organization || null,
      route: network ? routeOf(address, network) : null,
      type: null,
    },
    currency: currencyOf(country),
    location,
    security: {
      is_abuser: null,
      is_attacker: null,
      is_bogon: false,
      is_cloud_provider: null,
      is_proxy: null,
      is_relay: null,
      is_tor: null,
      is_tor_exit: null,
      is_vpn: null,
      is_anonymous: null,
      is_threat: null,
    },
    time_zone: timeZoneOf(country, location.country?.capital ?? null, now),
  };
}

/** The block with this IP address, of the blocks that cover the network's range. */
function routeOf({ value, family }: Address, range: Range): string | null {
  const width = family === 4 ? 32 : 128;
  for (const { first, bits } of blocksOf(range, family))
    if (value < first + (1n << BigInt(width - bits))) return `${formatAddress(first, family)}/${bits}`;
  return null;
}
