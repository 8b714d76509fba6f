/**
 * What a lookup returns, with the service's snake_case names.
 *
 * Every field is optional and may be `null`, because the lookup service guarantees few of them. Fields and values not
 * named here are kept unchanged.
 */
import type { LookupError } from './error.js';

/** A service's data object with every field optional and nullable, at every depth. */
type OptionalFields<T> = { [K in keyof T]?: (T[K] extends object ? FieldsOf<T[K]> : T[K]) | null };
type FieldsOf<T> = T extends readonly (infer Item)[]
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

/** Page-wide settings; `OriginLookup` takes them too. From markup every value may be a string. */
export interface Settings {
  /**
   * The URL of the lookup service or of a relay, absolute or relative to the document. Required, unless `service`,
   * `initialData` or `guess` is set.
   */
  baseUrl?: string | undefined;
  /**
   * The API key. Required, unless `auth` is `none` or the service needs no key.
   *
   * **A key in a page is visible to anyone who opens the page, and origin restriction is enforced by browsers
   * only.** Restrict the key to your origins, throttle it, and use a relay for a key that must stay private.
   */
  apiKey?: string | undefined;
  /**
   * How the key is sent: `query` (`?key=…`, without a preflight), `header` (`Authorization: ApiKey …`, with a
   * preflight) or `none` (for a relay). Default: `query`.
   */
  auth?: 'query' | 'header' | 'none' | undefined;
  /** A query string added to every lookup, such as `fields=ip,location`. Default: empty. */
  params?: string | undefined;
  /** Seconds that a result is fresh, across page loads. With 0, a result is used only on its page. Default: 1800. */
  maxAge?: number | undefined;
  /** The storage area for results and the visitor's own country: `session`, `local` or `none`. Default: `session`. */
  storage?: 'session' | 'local' | 'none' | undefined;
  /**
   * The name of a first-party cookie that keeps the visitor's own country for a year, in place of web storage, so that the
   * server reads it too. Never written before consent or for a simulated visitor. Default: none.
   */
  overrideCookie?: string | undefined;
  /**
   * Turns the JSON of a service with another data format into this package's. It receives the frozen object of a successful
   * response and the lookup's name. The object that it returns is stored. If it throws or returns no object, the lookup
   * fails as `invalid-response`. JavaScript only. Default: none.
   */
  adapt?: ((data: Readonly<Record<string, unknown>>, lookup: LookupName) => object) | undefined;
  /** Milliseconds that one attempt may take, from 1. Default: 5000. */
  timeout?: number | undefined;
  /** The number of further attempts after a network failure or the status 502, 503 or 504. Default: 2. */
  retries?: number | undefined;
  /**
   * With `required`, no request is sent and nothing is stored until `grantConsent()`. Default: `not-required`.
   */
  consent?: 'required' | 'not-required' | undefined;
  /** Whether to skip lookups for crawlers. Default: true. */
  skipBots?: boolean | undefined;
  /**
   * With `time-zone`, the country of the browser's time zone replaces the data of a failed lookup, or all data if no
   * service is configured: then no request is sent, and nothing fails. Default: `none`.
   */
  guess?: 'time-zone' | 'none' | undefined;
  /**
   * The URL of the folder of flags, or a function from a country code to a flag's URL. If the function returns
   * nothing or throws, the flag is an emoji. Default: `flags/` beside the module or script.
   */
  flagsUrl?: string | ((code: string) => string | undefined) | undefined;
  /**
   * An IP data object that came with the page, such as the one that `relay.lookup` or `readServerTiming` returns; in markup
   * as JSON. IP lookups with the page's own URL, key and `auth` use it without a request. It is fresh for `maxAge` from the
   * moment that it is set, stored like any other result, and used only with consent.
   *
   * Without `baseUrl` and `apiKey`, which are not required then, it lasts as long as the page and isn't stored; other
   * lookups are `misconfigured`. An invalid value is reported on the console and ignored, `null` and an empty text in
   * silence. A lookup's own is ignored. Default: none.
   */
  initialData?: IpData | null | undefined;
  /**
   * Groups of countries and regions by name for conditions (`data-country="@nordics"`), the select and
   * `data-visitor-groups`, such as `{ nordics: 'DK FI IS NO SE', coast: 'US-CA US-OR US-WA' }`: ISO 3166 codes, as a text
   * or a list; in markup as JSON. Added to what is set. Names are case-insensitive. Default: `eu` and `eea`.
   */
  groups?: Readonly<Record<string, string | readonly string[]>> | undefined;
  /**
   * The name of a ready service of `visitor-elements/services.js`, which must be loaded too. It sets `baseUrl`, `auth`,
   * `params` and how a response is read, unless you set these. `apiKey` is the service's own key. Default: none.
   */
  service?: 'cloudflare-trace' | 'ipinfo' | 'ipapi' | 'country-is' | undefined;
}

/** The settings that have a rule. `initialData` has none: it is data, and ignored if it is invalid. */
export type RuledSettings = Omit<Settings, 'initialData'>;

export type CompleteSettings = Required<{
  [K in Exclude<keyof RuledSettings, 'service'>]: Exclude<RuledSettings[K], undefined>;
}> & { readonly service: string };
