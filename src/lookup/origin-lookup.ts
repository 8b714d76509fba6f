import { isLookupError, LookupError } from '../model/error.js';
import {
  type AsData,
  type IpData,
  idle,
  type LookupData,
  type LookupName,
  type Snapshot,
  type UserAgentData,
} from '../model/types.js';
import { ofDocument } from './document.js';
import { type Listener, Observer, peek, type Question } from './observer.js';
import { page } from './page.js';
import { asksAsPage, withOwn } from './page-settings.js';
import { type CheckedSettings, checkSettings, type Settings } from './settings.js';

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
  readonly #own: Settings;
  /** The checked settings of each lookup, or the snapshot to show where they are wrong; and the page's settings used. */
  #checked: { [L in LookupName]?: CheckedSettings | Snapshot<never> | undefined } = {};
  #page: Settings | undefined;

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
    return this.#observe(lookup, listener as Listener, options);
  }

  /**
   * What is known, as `subscribe` would tell it first, but without asking the service. What an earlier page stored counts.
   * The same object as long as nothing changed.
   */
  snapshot<L extends LookupName>(
    lookup: L,
    { ua }: { ua?: string | undefined } = {},
  ): Snapshot<LookupData[L]> {
    return peek(this.#question(lookup, ua)) as Snapshot<LookupData[L]>;
  }

  #get<L extends LookupName>(
    lookup: L,
    { signal, ...options }: UserAgentOptions = {},
  ): Promise<LookupData[L]> {
    return new Promise((resolve, reject) => {
      let stop: (() => void) | undefined;
      const abort = () => {
        stop?.();
        const cause = signal?.reason;
        reject(new LookupError('aborted', 'The wait for a lookup was ended by its caller.', { cause }));
      };
      if (signal?.aborted) return abort();
      signal?.addEventListener('abort', abort);
      stop = this.#observe(
        lookup,
        ({ data, error }, isSettled) => {
          if (!isSettled) return;
          signal?.removeEventListener('abort', abort);
          queueMicrotask(() => stop?.());
          if (error) reject(error);
          else resolve(data as LookupData[L]);
        },
        options,
      );
    });
  }

  #observe(
    lookup: LookupName,
    listener: Listener,
    { ua, refresh = false }: UserAgentOptions = {},
  ): () => void {
    const observer = new Observer(this.#question(lookup, ua), listener, refresh);
    return () => observer.stop();
  }

  /** A `ua` that is no string counts as not given. */
  #question(lookup: LookupName, ua: unknown): Question {
    return { lookup, ua: typeof ua === 'string' ? ua : undefined, settings: () => this.#settings(lookup) };
  }

  /** Checks the settings once after each change of the page's, so that the same mistake gives the same error object. */
  #settings(lookup: LookupName): CheckedSettings | Snapshot<never> {
    if (this.#page !== page.settings) this.#checked = {};
    this.#page = page.settings;
    this.#checked[lookup] ??= checked(lookup, withOwn(page.settings, this.#own));
    return this.#checked[lookup] ?? idle;
  }
}

/** Checked settings; a snapshot with the error where they are wrong; `undefined` while they may still come. */
function checked(lookup: LookupName, settings: Settings): CheckedSettings | Snapshot<never> | undefined {
  const answer = lookup === 'ip' && asksAsPage(settings, page.settings) ? page.answer : undefined;
  // While the page still loads, a later script may configure it.
  if (!answer && !settings.baseUrl && (ofDocument('readyState') ?? 'complete') !== 'complete')
    return undefined;
  const checked = checkSettings(settings, answer);
  return isLookupError(checked) ? Object.freeze({ ...idle, error: checked }) : checked;
}

/** The lookups with the page's own settings. */
export const origin = new OriginLookup();
