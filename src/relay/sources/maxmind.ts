import { countryCode } from '../../model/country.js';
import { isObject } from '../../model/json.js';
import { checkSourceOptions, hasFunctions } from '../checked-options.js';
import type { Source } from '../options.js';
import { locationAt, type RawLocation, toIpData } from './normalise.js';

/** An open database: a `Reader` of the packages maxmind or mmdb-lib, or any object with a function `get`. */
export interface DatabaseReader {
  get(address: string): unknown;
  /** The file's own metadata. A file with version 4 isn't searched for IPv6 addresses. */
  readonly metadata?: { readonly ipVersion?: number | undefined } | undefined;
}

export interface Databases {
  /** Places: GeoLite2 City, GeoIP2 City or Enterprise, or a city file of `@ip-location-db`. */
  city?: DatabaseReader | undefined;
  /** Countries; read if `city` has none. */
  country?: DatabaseReader | undefined;
  /** Networks: GeoLite2 ASN, GeoIP2 ISP, or an ASN file of `@ip-location-db`. */
  asn?: DatabaseReader | undefined;
  /** GeoIP2 Anonymous IP. */
  anonymous?: DatabaseReader | undefined;
}

/**
 * The data of database files on the server. No IP address leaves the machine. The relay uses its own `clientIp`.
 *
 * Records have MaxMind's layout (https://dev.maxmind.com/geoip/docs/databases/city-and-country) or the flat one of
 * `@ip-location-db/*`: `country_code`, `autonomous_system_number`.
 *
 * @throws {LookupError} `misconfigured`, for a name that isn't listed and for an object without a function `get`.
 */
export function maxmind(databases: Databases): { source: Source } {
  const { city, country, asn, anonymous } = checkSourceOptions<Databases>(
    'maxmind',
    databases,
    ['city', 'country', 'asn', 'anonymous'],
    hasFunctions('get'),
    'an open database, with a function get',
  );
  const ip: Source['ip'] = (address) => {
    if (address === null) return null;
    const inCity = placeIn(recordOf(address, city));
    const place = country && !countryCode(inCity.country) ? placeIn(recordOf(address, country)) : inCity;
    const network = locationAt(recordOf(address, asn), networkPaths);
    return toIpData({ ...place, ...network }, securityIn(recordOf(address, anonymous)));
  };
  return { source: { ip } };
}

/** An IPv4 file would mistake the first bits of an IPv6 address for an IPv4 address. */
function recordOf(address: string, reader: DatabaseReader | undefined): unknown {
  const isOther = address.includes(':') && reader?.metadata?.ipVersion === 4;
  return isOther ? undefined : reader?.get(address);
}

const flatPaths = {
  country: 'country_code',
  regionName: 'state1',
  city: 'city',
  postal: 'postcode',
  latitude: 'latitude',
  longitude: 'longitude',
  timeZone: 'timezone',
};

const nestedPaths = {
  country: 'country.iso_code',
  countryName: 'country.names.en',
  inEu: 'country.is_in_european_union',
  continent: 'continent.code',
  region: 'subdivisions.0.iso_code',
  regionName: 'subdivisions.0.names.en',
  city: 'city.names.en',
  postal: 'postal.code',
  latitude: 'location.latitude',
  longitude: 'location.longitude',
  timeZone: 'location.time_zone',
};

const networkPaths = { asn: 'autonomous_system_number', organization: 'autonomous_system_organization' };

const placeIn = (record: unknown): RawLocation =>
  locationAt(record, Object(record)[flatPaths.country] === undefined ? nestedPaths : flatPaths);

/** The `security` fields. A record's members exist only if they are true. */
function securityIn(record: unknown) {
  if (!isObject(record)) return undefined;
  const is = (...marks: string[]) => marks.some((mark) => record[mark] === true);
  return {
    is_anonymous: is('is_anonymous'),
    is_vpn: is('is_anonymous_vpn'),
    is_proxy: is('is_public_proxy', 'is_residential_proxy'),
    is_cloud_provider: is('is_hosting_provider'),
    is_tor: is('is_tor_exit_node'),
    is_tor_exit: is('is_tor_exit_node'),
  };
}
