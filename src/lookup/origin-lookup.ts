import { type Ask, askFor, readied } from './ask.js';
import { LookupError } from './error.js';
import { withOwn } from './merge-settings.js';
import { page } from './page.js';
import type { Settings } from './settings.js';
import { state } from './state.js';
import type { AsData, IpData, LookupData, LookupName, Snapshot, UserAgentData } from './types.js';

/** How one call asks. */
export interface LookupOptions {
  /** Abandons the caller's wait, with an `aborted` error; never a request that others share. */
  signal?: AbortSignal | undefined;
  /** Asks the service also where a fresh result or a remembered refusal is known; a `rate-limited` one still holds. */
  refresh?: boolean | undefined;
}

/** How one User-Agent lookup asks. */
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
  readonly #own: Settings;
  /** What came of all settings, and the page's own then. */
  #readied: Ask = {};
  #page = page.settings;

  /** @param settings What differs from the page's settings. Wrong ones make every lookup fail as `misconfigured`. */
  constructor(settings: Settings = {}) {
    this.#own = { ...settings };
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
    options?: Omit<UserAgentOptions, 'signal'>,
  ): () => void {
    let heard: Snapshot<object> | undefined;
    return this.#join(
      lookup,
      (snapshot) => {
        if (snapshot === heard) return;
        heard = snapshot;
        listener(snapshot as Snapshot<LookupData[L]>);
      },
      options,
    );
  }

  /**
   * What is known, as `subscribe` would tell it first, but without asking the service. What an earlier page stored counts.
   * The same object as long as nothing changed.
   */
  snapshot<L extends LookupName>(
    lookup: L,
    { ua }: { ua?: string | undefined } = {},
  ): Snapshot<LookupData[L]> {
    return state.peek(lookup, this.#ask(lookup, ua)) as Snapshot<LookupData[L]>;
  }

  #get<L extends LookupName>(
    lookup: L,
    { signal, ...options }: UserAgentOptions = {},
  ): Promise<LookupData[L]> {
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        leave?.();
        const cause = signal?.reason;
        reject(new LookupError('aborted', 'The wait for a lookup was ended by its caller.', { cause }));
      };
      let leave: (() => void) | undefined;
      if (signal?.aborted) return giveUp();
      signal?.addEventListener('abort', giveUp);
      leave = this.#join(
        lookup,
        ({ data, error }, settled) => {
          if (!settled) return;
          signal?.removeEventListener('abort', giveUp);
          queueMicrotask(() => leave?.());
          if (error) reject(error);
          else resolve(data as LookupData[L]);
        },
        options,
      );
    });
  }

  #join(
    lookup: LookupName,
    listener: (snapshot: Snapshot<object>, settled: boolean) => void,
    { ua, refresh = false }: UserAgentOptions = {},
  ): () => void {
    let left = false;
    const tell = (snapshot: Snapshot<object>, settled: boolean) => {
      if (!left) listener(snapshot, settled);
    };
    const leave = state.join({ lookup, ask: () => this.#ask(lookup, ua), tell }, refresh);
    return () => {
      left = true;
      leave();
    };
  }

  #ask(lookup: LookupName, ua: unknown): Ask {
    const { settings, refused } = this.#readied;
    if (this.#page !== page.settings || !(settings || refused))
      this.#readied = readied(withOwn(page.settings, this.#own));
    this.#page = page.settings;
    return askFor(lookup, this.#readied, ua);
  }
}

/** The lookups with the page's own settings. */
export const origin = new OriginLookup();
