/**
 * What a lookup returns, with the service's snake_case names.
 *
 * Every field is optional and may be `null`, because the lookup service guarantees few of them. Fields and values not
 * named here are kept unchanged.
 */
import type { LookupError } from './error.js';

/** A service's data object with every field optional and nullable, at every depth. */
export type OptionalFields<T> = { [K in keyof T]?: (T[K] extends object ? FieldsOf<T[K]> : T[K]) | null };
export type FieldsOf<T> = T extends readonly (infer Item)[]
  ? readonly FieldsOf<Item>[]
  : T extends object
    ? OptionalFields<T>
    : T;

/** A language: ISO 639-1 `code`, English `name` and its own name, `native`. */
export interface Language {
  code: string;
  name: string;
  native: string;
}

/** User-Agent data: the result of a User-Agent lookup, and `user_agent` of IP data. */
export interface UserAgentData
  extends OptionalFields<{
    header: string;
    name: string;
    type: string;
    version: string;
    version_major: string;
    device: { brand: string; name: string; type: string };
    engine: { name: string; type: string; version: string; version_major: string };
    os: { name: string; type: string; version: string };
  }> {}

/** IP data: the result of an IP lookup. */
export interface IpData
  extends OptionalFields<{
    ip: string;
    type: string;
    hostname: string;
    carrier: { name: string; mcc: string; mnc: string };
    company: { domain: string; name: string; type: string };
    connection: { asn: number; domain: string; organization: string; route: string; type: string };
    currency: {
      code: string;
      name: string;
      name_native: string;
      plural: string;
      plural_native: string;
      symbol: string;
      symbol_native: string;
      format: {
        decimal_separator: string;
        group_separator: string;
        negative: { prefix: string; suffix: string };
        positive: { prefix: string; suffix: string };
      };
    };
    location: {
      continent: { code: string; name: string };
      country: {
        area: number;
        borders: string[];
        calling_code: string;
        capital: string;
        code: string;
        name: string;
        population: number;
        population_density: number;
        flag: { emoji: string; emoji_unicode: string };
        languages: Language[];
        tld: string;
      };
      region: { code: string; name: string };
      city: string;
      postal: string;
      latitude: number;
      longitude: number;
      language: Language;
      in_eu: boolean;
    };
    security: {
      is_abuser: boolean;
      is_attacker: boolean;
      is_bogon: boolean;
      is_cloud_provider: boolean;
      is_proxy: boolean;
      is_relay: boolean;
      is_tor: boolean;
      is_tor_exit: boolean;
      is_vpn: boolean;
      is_anonymous: boolean;
      is_threat: boolean;
    };
    time_zone: {
      id: string;
      abbreviation: string;
      current_time: string;
      name: string;
      offset: number;
      in_daylight_saving: boolean;
    };
  }> {
  user_agent?: UserAgentData | null;
}

/** A block of IP addresses that an autonomous system announces. */
export interface Prefix {
  cidr: string;
  country_code: string;
  network_name: string;
  organization: string;
  registry: string;
  status: string;
  size: number;
}

/** AS data: the result of an ASN lookup. */
export interface AsData
  extends OptionalFields<{
    asn: number;
    name: string;
    country_code: string;
    allocated: string;
    registry: string;
    domain: string;
    type: string;
    /** A relay leaves out the lists `ipv4` and `ipv6`, which may have megabytes. */
    prefixes: { ipv4_count: number; ipv6_count: number; ipv4: Prefix[]; ipv6: Prefix[] };
    relationships: { upstreams: number[]; downstreams: number[]; peers: number[] };
    updated: string;
  }> {}

/** The data of each origin lookup, by the lookup's name. */
export interface LookupData {
  ip: IpData;
  asn: AsData;
  'user-agent': UserAgentData;
}

/** The name of an origin lookup: `ip`, `asn` or `user-agent`. */
export type LookupName = keyof LookupData;

/** The data of a lookup, and when it was requested, in milliseconds since 1970. */
export interface TimestampedData {
  readonly fetchedAt: number;
  readonly data: object;
}

/** What is known at one moment. Frozen: a change makes a new one. */
export interface Snapshot<Data = LookupData[LookupName]> {
  /** The data, or the last good data while a refresh is under way or has failed. */
  readonly data?: Data | undefined;
  /** Why the last lookup failed. */
  readonly error?: LookupError | undefined;
  /** Whether a request is under way. */
  readonly pending: boolean;
  /**
   * Whether `data` is older than `maxAge`, was requested before the browser went offline, or is left over from before a
   * failed refresh.
   */
  readonly stale: boolean;
  /** Whether `data` is a guess from the browser's time zone (setting `guess`): the lookup failed, or there is no service. */
  readonly guessed: boolean;
  /** Whether the visitor's override, or a simulated visitor, is merged over `data`. */
  readonly overridden: boolean;
  /**
   * When the request was sent, or `initialData` was set, in milliseconds since 1970. Freshness counts from then.
   */
  readonly updatedAt?: number | undefined;
}

/** The signals of the visitor's browser, which are known without a lookup. */
export interface BrowserSignals {
  /** Whether the browser sends Global Privacy Control. `undefined`: unknown. */
  readonly gpc?: boolean | undefined;
}
