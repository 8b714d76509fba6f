import type { RelayEvent } from './events.js';

/** What the relay uses of a web-standard `Cache`. */
export interface AnswerCache {
  match(address: string): Promise<Response | undefined>;
  put(address: string, answer: Response): Promise<unknown>;
}

/** A key-value store as Keyv defines it: `get` gives what `set` was given, for as many milliseconds as it said. */
export interface AnswerStore {
  get(name: string): unknown;
  set(name: string, value: string, milliseconds: number): unknown;
}

/** What a source may answer: a data object, a promise of one, or `null` for unknown, as is an object that holds nothing else. */
export type SourceResult = object | null | undefined | Promise<object | null | undefined>;

/** Where answers come from instead of the lookup service, or where that has none. */
export interface Source<Context = unknown> {
  /**
   * The IP data of the visitor; `address` is `null` where it is missing or private. Asked for each request, and never
   * kept. The relay adds a public address and what follows from the country, where they are missing.
   */
  ip(address: string | null, request: Request, context: Context): SourceResult;
  /** The AS data of a network; kept for `maxAge`. Default: number and name, from `connection` of the IP data. */
  network?: ((asn: number) => SourceResult) | undefined;
  /** The User-Agent data of a browser; kept for `maxAge`. Default: answers hold no browser. */
  browser?: ((userAgent: string) => SourceResult) | undefined;
}

/** How a relay is set up. */
export interface RelayOptions<Context = unknown> {
  /** The address of the lookup service: http or https, without user name, query or fragment. Required, but with a `source`. */
  baseUrl?: string | undefined;
  /** The private API key. It is sent to `baseUrl` alone, in the `Authorization` header. Required, but with a `source`. */
  apiKey?: string | undefined;
  /**
   * Gives the visitor's IP address, or `null` where it is not known. Take it from what the platform itself says, never
   * from a header that a client can write. `context` is what the relay was called with beside the request. Required,
   * but with a `source`.
   */
  clientIp?: ((request: Request, context: Context) => string | null | undefined) | undefined;
  /** Where the relay is mounted: the path as browsers ask for it. Default: `/origin/`. */
  path?: string | undefined;
  /**
   * The host names it answers for, without port: any port matches. Others get 421, and so does a name that somebody else
   * points at this server. Compared with the `Host` header, or else with the request's address. Default: any.
   */
  allowedHosts?: readonly string[] | undefined;
  /** Other origins whose pages may ask, such as `https://www.example.com`. Default: same-origin requests only. */
  allowedOrigins?: readonly string[] | undefined;
  /** Seconds an answer is reused for its visitor; 0: never, though concurrent requests share one. Default: 1800. */
  maxAge?: number | undefined;
  /**
   * Milliseconds one call of the lookup service may take, and a `source` or `fallbackSource`. Default: 5000; 2000 with a
   * `fallbackSource`, so that a page that waits for 5000 gets its answer: an address and its network share the time then.
   */
  timeout?: number | undefined;
  /** `false` spares the credit for parsing the User-Agent: answers hold no browser then. Default: true. */
  parseUserAgent?: boolean | undefined;
  /**
   * Calls of the lookup service that one visitor may cause in an hour, from 1, or `Infinity`; two thirds of them for
   * browsers. A visitor is an IPv4 address or an IPv6 /64; a /48 counts as at most sixteen visitors. Then 429 with
   * `Retry-After`; what is known is always answered. Counted in this process. Default: 300.
   */
  hourlyLimitPerVisitor?: number | undefined;
  /** The same for all visitors together. Default: `Infinity`. */
  hourlyLimit?: number | undefined;
  /**
   * Asked before each call of the lookup service, for counts that many machines share. `visitor` reads `81.2.69.142`,
   * `2a00:1450:4001:800::/64` or `unknown`. `true` passes; `false`, or a number of seconds to wait (at most a day),
   * refuses. Anything else, a throw or no answer within a tenth of `timeout` is a failure, and the call is made.
   */
  rateLimiter?: ((visitor: string, request: Request, context: Context) => unknown) | undefined;
  /**
   * Keeps the answers beside this process's memory, for other machines and restarts: Keyv, or what has its `get` and
   * `set`. Values are sealed with keys made of `apiKey`. Waits for it last at most a tenth of `timeout`. Default: none.
   */
  store?: AnswerStore | undefined;
  /** The same with a web-standard `Cache`, such as `caches.default`; its records are not sealed. Default: none. */
  cache?: AnswerCache | undefined;
  /** Answers instead of the lookup service; then the options that are about the service are out of place. */
  source?: Source<Context> | undefined;
  /**
   * Answers where the lookup service gives no data, for whatever reason: out of reach, too late, out of credits, a limit,
   * or a visitor without a public address. Its answer is sent with status 200 and not kept. Where it knows nothing, or
   * fails itself, the service's failure is sent. Default: none.
   */
  fallbackSource?: Source<Context> | undefined;
  /** Told of each answer, call and failing helper. Nobody waits for it. Default: nobody is told. */
  onEvent?: ((event: RelayEvent) => unknown) | undefined;
  /** Calls the lookup service. Default: the platform's own `fetch`. */
  fetch?: typeof fetch | undefined;
}
