/** The rows of cards. */
import type { LookupName } from '../../src/model/types.js';

const fieldsOf = (names: string) => names.split(' ');

/** Fields to choose from, by lookup. */
export const knownFields: Readonly<Record<LookupName, readonly string[]>> = {
  ip: fieldsOf(
    'ip type hostname location.city location.region.name location.country.name location.country.code location.continent.name location.postal location.language.name time_zone.current_time time_zone.id connection.organization connection.asn connection.type company.name carrier.name currency.name currency.code security.is_vpn user_agent.name user_agent.os.name user_agent.device.type',
  ),
  asn: fieldsOf(
    'asn name country_code registry allocated domain type prefixes.ipv4_count prefixes.ipv6_count',
  ),
  'user-agent': fieldsOf(
    'name version type os.name os.version device.type device.brand device.name engine.name header',
  ),
};

/** The rows of a card without `fields`: the first field of each. */
export const defaultFields: Readonly<Record<LookupName, readonly string[]>> = {
  ip: ['ip', 'connection.organization', 'user_agent.name', 'user_agent.device.type'],
  asn: ['country_code', 'registry', 'domain', 'allocated'],
  'user-agent': ['version', 'engine.name', 'device.name', 'type'],
};

/** Rows as the form has them, one a line: a field, and a label of its own after `=`. */
export function readRows(lines: string): { fields: string[]; labels: Record<string, string> } {
  const rows = lines.split('\n').map((line) => line.split(/=(.*)/, 2).map((part) => part.trim()));
  const named = rows.filter(([field]) => field);
  return {
    fields: named.map(([field = '']) => field),
    labels: Object.fromEntries(named.filter(([, label]) => label)),
  };
}
