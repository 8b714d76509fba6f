import type {
  AsData,
  IpData,
  LookupData,
  LookupName,
  Settings,
  Snapshot,
  UserAgentData,
} from '../model/types.js';
import { reportUnknown } from './configure.js';
import type { Listener, LookupOptions, QueryObserver, Transform } from './observer.js';
import { thisPage } from './page.js';

/** Options of one User-Agent lookup. */
export interface UserAgentOptions extends LookupOptions {
  /** The User-Agent to parse, instead of the visitor's own. */
  ua?: string | undefined;
}

/**
 * The three origin lookups: the visitor's IP data, network and browser.
 *
 * Lookups on a page with the same URL, key and parameters share one request and its result. Settings of an instance
 * override those that `configure` set.
 *
 * A lookup that fails rejects with a `LookupError`.
 */
export class OriginLookup {
  readonly #settings: Settings;
  readonly #transform: Transform | undefined;

  /** @param settings Settings that override the page's. With a wrong one, every lookup fails as `misconfigured`. */
  constructor(settings?: Settings);
  /** @internal */
  constructor(settings: Settings, transform: Transform);
  constructor(settings: Settings = {}, transform?: Transform) {
    this.#settings = { ...settings };
    this.#transform = transform;
    if (Object.keys(this.#settings).length) reportUnknown(thisPage(), settings, !transform);
  }

  /** Looks up the visitor's IP address, location, network and browser: `GET {baseUrl}/`. */
  ip(options?: LookupOptions): Promise<IpData> {
    return this.#get('ip', options);
  }

  /** Looks up the visitor's network: `GET {baseUrl}/AS`. */
  asn(options?: LookupOptions): Promise<AsData> {
    return this.#get('asn', options);
  }

  /** Looks up the visitor's browser, or the one in `ua`: `GET {baseUrl}/user_agent`. */
  userAgent(options?: UserAgentOptions): Promise<UserAgentData> {
    return this.#get('user-agent', options);
  }

  /**
   * Calls a listener with what is known: once before this returns, and at each change. Sends a request if no fresh data
   * is known.
   *
   * @returns A function that ends the subscription.
   */
  subscribe<L extends LookupName>(
    lookup: L,
    listener: (snapshot: Snapshot<LookupData[L]>) => void,
    options?: Omit<UserAgentOptions, 'signal'>,
  ): () => void {
    return this.#observer(lookup, options).subscribe(listener as Listener, options ?? {});
  }

  /**
   * What is known without a request, including what an earlier page stored. Returns the same object until something
   * changes.
   */
  snapshot<L extends LookupName>(lookup: L, options?: { ua?: string | undefined }): Snapshot<LookupData[L]> {
    return this.#observer(lookup, options).snapshot as Snapshot<LookupData[L]>;
  }

  #get<L extends LookupName>(lookup: L, options?: UserAgentOptions): Promise<LookupData[L]> {
    return this.#observer(lookup, options).result(options ?? {}) as Promise<LookupData[L]>;
  }

  /** A `ua` that isn't a string is ignored. */
  #observer(lookup: LookupName, options: { ua?: unknown } | undefined): QueryObserver {
    const ua = options?.ua;
    return thisPage().observer({
      lookup,
      ua: typeof ua === 'string' ? ua : undefined,
      settings: this.#settings,
      transform: this.#transform,
    });
  }
}

/** The lookups with the page's own settings. */
export const origin = /* @__PURE__ */ new OriginLookup();
