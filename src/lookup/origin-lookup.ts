import { LookupError } from './error.js';
import { page } from './page.js';
import { type Question, question } from './question.js';
import type { Settings } from './settings.js';
import { type Entry, entryFor, read } from './store.js';
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
  /** The page's settings that `#questions` were made from. */
  #page?: Settings;
  readonly #questions = new Map<string, Question>();

  /** @param settings What differs from the page's settings. Wrong ones make every lookup fail as `misconfigured`. */
  constructor(settings: Settings = {}) {
    this.#own = settings;
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
    return this.#watch(lookup, ({ snapshot }) => listener(snapshot as Snapshot<LookupData[L]>), options);
  }

  #get<L extends LookupName>(
    lookup: L,
    { signal, ...options }: UserAgentOptions = {},
  ): Promise<LookupData[L]> {
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        stop?.();
        const cause = signal?.reason;
        reject(new LookupError('aborted', 'The wait for a lookup was ended by its caller.', { cause }));
      };
      let stop: (() => void) | undefined;
      if (signal?.aborted) return giveUp();
      signal?.addEventListener('abort', giveUp);
      stop = this.#watch(
        lookup,
        ({ busy, answer, snapshot }) => {
          if (busy || !(answer.error || answer.data)) return;
          signal?.removeEventListener('abort', giveUp);
          queueMicrotask(() => stop?.());
          if (answer.error) reject(answer.error);
          else resolve(snapshot.data as LookupData[L]);
        },
        options,
      );
    });
  }

  /** Hands a listener the entry it reads, at once and at every change; other settings may make it another entry. */
  #watch(
    lookup: LookupName,
    listener: (entry: Entry) => void,
    { ua, refresh = false }: UserAgentOptions = {},
  ) {
    let entry: Entry | undefined;
    let seen: Snapshot<object> | undefined;
    const reader = () => {
      if (entry && entry.snapshot !== seen) {
        seen = entry.snapshot;
        try {
          listener(entry);
        } catch (error) {
          // One reader's mistake is no other reader's.
          (globalThis.reportError ?? console.error)(error);
        }
      }
    };
    const join = () => {
      entry?.readers.delete(reader);
      entry = entryFor(this.#question(lookup, ua));
      entry.readers.add(reader);
      read(entry, refresh);
      refresh = false;
      reader();
    };
    page.watchers.add(join);
    join();
    return () => {
      page.watchers.delete(join);
      entry?.readers.delete(reader);
      entry = undefined;
    };
  }

  #question(lookup: LookupName, ua = ''): Question {
    if (this.#page !== page.settings) this.#questions.clear();
    this.#page = page.settings;
    const name = `${lookup} ${ua}`;
    const known = this.#questions.get(name);
    if (known) return known;
    const made = question(lookup, over(page.settings, this.#own), ua);
    if (made.settings || made.error) this.#questions.set(name, made);
    return made;
  }
}

/** One's own settings win over the page's, where they are set. */
function over(settings: Settings, own: Settings): Settings {
  return {
    ...settings,
    ...Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined)),
  };
}

/** The lookups with the page's own settings. */
export const origin = new OriginLookup();
