import type { AsData, IpData, LookupData, LookupName, Snapshot, UserAgentData } from '../model/types.js';
import { type Client, pageClient } from './client.js';
import { type Listener, type LookupQuery, lookUp, observe, peek } from './observer.js';
import type { Settings } from './settings.js';

/** Options of one lookup. */
export interface LookupOptions {
  /** Abandons the caller's wait, with an `aborted` error; never a request that others share. */
  signal?: AbortSignal | undefined;
  /** Asks the service also where a fresh result or a remembered refusal is known; a `rate-limited` one still holds. */
  refresh?: boolean | undefined;
}

/** Options of one User-Agent lookup. */
export interface UserAgentOptions extends LookupOptions {
  /** The User-Agent to parse, instead of the visitor's own. */
  ua?: string | undefined;
}

/**
 * The three origin lookups of the service: who is visiting?
 *
 * Everybody on a page who asks the same address with the same key and parameters shares one request and its result.
 * Settings given here win over the page's own (`configure`).
 *
 * Each lookup rejects with a `LookupError`; its `code` says why.
 */
export class OriginLookup {
  readonly #settings: Settings;
  readonly #client: Client | undefined;

  /**
   * @param settings What differs from the page's settings. Wrong ones make every lookup fail as `misconfigured`.
   * @param client Whose settings, consent and results it shares. Default: the page's.
   */
  constructor(settings: Settings = {}, client?: Client) {
    this.#settings = { ...settings };
    this.#client = client;
  }

  /** The visitor's address, place, network and browser. Specification: endpoint 3, 1 credit. */
  ip(options?: LookupOptions): Promise<IpData> {
    return this.#get('ip', options);
  }

  /** The autonomous system of the visitor's address. Specification: endpoint 8. */
  asn(options?: LookupOptions): Promise<AsData> {
    return this.#get('asn', options);
  }

  /** The visitor's browser, or the one that `ua` names. Specification: endpoint 5, 1 credit. */
  userAgent(options?: UserAgentOptions): Promise<UserAgentData> {
    return this.#get('user-agent', options);
  }

  /**
   * Tells a listener what is known: at once, before this returns, and at every change. Looks up what is not known.
   *
   * @returns A function that ends the subscription.
   */
  subscribe<L extends LookupName>(
    lookup: L,
    listener: (snapshot: Snapshot<LookupData[L]>) => void,
    { ua, refresh }: Omit<UserAgentOptions, 'signal'> = {},
  ): () => void {
    return observe(this.#query(lookup, ua), listener as Listener, refresh).stop;
  }

  /**
   * What is known, as `subscribe` would tell it first, but without asking the service. What an earlier page stored counts.
   * The same object as long as nothing changed.
   */
  snapshot<L extends LookupName>(
    lookup: L,
    { ua }: { ua?: string | undefined } = {},
  ): Snapshot<LookupData[L]> {
    return peek(this.#query(lookup, ua)) as Snapshot<LookupData[L]>;
  }

  #get<L extends LookupName>(lookup: L, { ua, ...options }: UserAgentOptions = {}): Promise<LookupData[L]> {
    return lookUp(this.#query(lookup, ua), options) as Promise<LookupData[L]>;
  }

  /** A `ua` that is no string is ignored. */
  #query(lookup: LookupName, ua: unknown): LookupQuery {
    return {
      client: this.#client ?? pageClient(),
      lookup,
      ua: typeof ua === 'string' ? ua : undefined,
      settings: this.#settings,
    };
  }
}

/** The lookups with the page's own settings. */
export const origin = new OriginLookup();
