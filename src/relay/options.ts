import type { RelayEvent } from './events.js';

/** The methods of a web-standard `Cache` that the relay uses. */
export interface ResultCache {
  match(url: string): Promise<Response | undefined>;
  put(url: string, response: Response): Promise<unknown>;
}

/** A key-value store with Keyv's interface: `get` returns the value of `set`, for this many milliseconds. */
export interface ResultStore {
  get(name: string): unknown;
  set(name: string, value: string, milliseconds: number): unknown;
}

/** A data object, a promise of one, or `null` for unknown. An object that contains nothing but `null` is unknown too. */
export type SourceResult = object | null | undefined | Promise<object | null | undefined>;

/** A data source, which the relay uses instead of the lookup service, or if the service has no data. */
export interface Source<Context = unknown> {
  /**
   * Returns the IP data of the visitor. `address` is `null` if it is missing or private. Called for each request, and
   * never cached. The relay adds a public `ip` and what follows from the country, if they are missing.
   */
  ip(address: string | null, request: Request, context: Context): SourceResult;
  /** Returns the AS data of a network. Cached for `maxAge`. Default: number and name, from `connection` of the IP data. */
  network?: ((asn: number) => SourceResult) | undefined;
  /** Returns the User-Agent data of a browser. Cached for `maxAge`. Default: none. */
  browser?: ((userAgent: string) => SourceResult) | undefined;
}

/** Options of a relay, which gets its data from the lookup service or from a data source. */
export type RelayOptions<Context = unknown> = ServiceOptions<Context> | SourceOptions<Context>;

/** Options of every relay. */
export interface CommonOptions {
  /** The relay's path, as browsers request it. Default: `/origin/`. */
  path?: string | undefined;
  /**
   * The site's host names, without port: any port matches. A request for another host gets 421, also for a foreign
   * name that points at this server. Compared with the `Host` header, or else with the request's URL. Default: any.
   */
  allowedHosts?: readonly string[] | undefined;
  /** Other origins whose pages may use the relay, such as `https://www.example.com`. Default: same-origin requests only. */
  allowedOrigins?: readonly string[] | undefined;
  /**
   * The name of the cookie with the visitor's own country, as in the page's setting of the same name. IP data then
   * describes that country, as on the page. Caches and limits still use the IP address's own data. Default: none.
   */
  overrideCookie?: string | undefined;
  /** Seconds for which a result is cached. With 0, only concurrent requests share a result. Default: 1800. */
  maxAge?: number | undefined;
  /**
   * Milliseconds until a response, whatever happens: the store, the limiter, all calls and the `fallbackSource` share them.
   * With a `fallbackSource`, the service has two thirds of them. A call that takes longer goes on alone for up to 10
   * seconds, and its result is cached. Default: 3000, because a page waits 5000.
   */
  timeout?: number | undefined;
  /** Whether to parse the User-Agent, which costs a credit. If `false`, IP data has no browser. Default: true. */
  parseUserAgent?: boolean | undefined;
  /** Called with an event for each response, each call and each fault. The relay doesn't wait for it. Default: none. */
  onEvent?: ((event: RelayEvent) => unknown) | undefined;
}

/** Options of a relay with a lookup service. */
export interface ServiceOptions<Context = unknown> extends ServiceSettings<Context> {
  /**
   * Returns the visitor's IP address, or `null` if it isn't known. Read it from what the platform itself sets, never
   * from a header that a client can write. `context` is the relay's second argument.
   */
  clientIp: (request: Request, context: Context) => string | null | undefined;
}

/** Options of a relay with a lookup service, without the one that a listener can do without. */
export interface ServiceSettings<Context = unknown> extends CommonOptions {
  /** The URL of the lookup service: http or https, without user name, query or fragment. Throws if it is `undefined`. */
  baseUrl: string | undefined;
  /** The private API key. It is sent to `baseUrl` alone, in the `Authorization` header. Throws if it is `undefined`. */
  apiKey: string | undefined;
  /**
   * The maximum calls of the lookup service that one visitor may cause per hour: from 1, or `Infinity`. At most two thirds
   * of them are User-Agent lookups. A visitor is an IPv4 address or an IPv6 /64; a /48 is at most 256 visitors. Then a visitor
   * gets cached results, or 429. Failed calls that cost nothing don't count. Counted in this process. Default: 300.
   */
  hourlyLimitPerVisitor?: number | undefined;
  /** The same for all visitors together. Default: `Infinity`. */
  hourlyLimit?: number | undefined;
  /**
   * Called before each call of the lookup service, for limits that many machines share. `visitor` is such as
   * `81.2.69.142`, `2a00:1450:4001:800::/64` or `unknown`. Return `true` to allow the call, or `false` or a number of
   * seconds (at most a day) to refuse it. Anything else, an exception, or no result within a tenth of `timeout` is a
   * failure, and the call is made. After three in a row without a result, it isn't called for 10 seconds. Default: none.
   */
  rateLimiter?: ((visitor: string, request: Request, context: Context) => unknown) | undefined;
  /**
   * Stores results for other machines and restarts, encrypted with keys derived from `apiKey`: a Keyv, or an object with its
   * `get` and `set`. A `get` may take a tenth of `timeout`. After three failures it isn't used for 10 seconds. Default: none.
   */
  store?: ResultStore | undefined;
  /** Like `store`, in a web-standard `Cache`, such as `caches.default`. Not together with `store`. Default: none. */
  cache?: ResultCache | undefined;
  /**
   * The data source to use if the lookup service has no data, for whatever reason. Its data is sent with status 200 and isn't
   * cached. If it knows nothing or fails, the service's failure is sent. Default: none.
   */
  fallbackSource?: Source<Context> | undefined;
  /** Sends the calls to the lookup service. Default: undici's for `relayListener`, else the platform's own. */
  fetch?: typeof fetch | undefined;
  source?: undefined;
}

type ServiceOnly = Exclude<keyof ServiceSettings, keyof CommonOptions | 'source'>;

/** Options of a relay with a data source, which don't include those of the lookup service. */
export interface SourceOptions<Context = unknown>
  extends CommonOptions,
    Partial<Record<ServiceOnly, undefined>> {
  /** The data source to use instead of the lookup service. */
  source: Source<Context>;
  /** Returns the visitor's IP address, or `null` if it isn't known. Default: not known. */
  clientIp?: ServiceOptions<Context>['clientIp'] | undefined;
}

/** A platform's data as options of a relay: `createRelay(cloudflare())` is a complete relay. */
export interface Platform<Context = unknown> {
  /** The visitor's IP address, as the platform sets it; `null` if it doesn't. */
  clientIp(request: Request, context: Context): string | null;
  /** The visitor's location and network. */
  source: Source<Context>;
}
