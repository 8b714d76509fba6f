/** What a page knows. The page's client is made on first use; nothing happens on import. */
import { parseObject } from '../model/json.js';
import { MAX_ENTRIES } from '../model/keep-latest.js';
import { idle, type Snapshot, type TimestampedData } from '../model/types.js';
import { callSafely } from './call-safely.js';
import { documentProperty } from './document.js';
import { changePageSettings, lookupSettings, pageSettings } from './merge-settings.js';
import { Query } from './query.js';
import type { LookupRequest } from './request.js';
import { readServerTiming } from './server-timing.js';
import type { CompleteSettings, Settings } from './settings.js';
import { emptyState, type InitialData, type SharedState, stateOfPage } from './shared-state.js';
import { clearStored, sweepStored } from './storage.js';
import { openChannel, REVOKE } from './tabs.js';

/** What a page knows besides the data of lookups. */
export interface SnapshotTransformer {
  /**
   * Turns the snapshot of an IP lookup into what the page sees: with the visitor's choice, a simulation or a guess. The same
   * snapshot gives the same object while nothing else changed.
   */
  transform(snapshot: Snapshot<object>): Snapshot<object>;
}

/** Settings, queries, observers and all else that one page, or one request on a server, knows. */
export class Client {
  /** What it shares with other copies of the package. */
  readonly state: SharedState;
  /** The messages that the console has. */
  readonly reported = new Map<string, true>();
  readonly #queries = new Map<string, Query>();
  /** How IP data are seen. */
  snapshotTransformer: SnapshotTransformer | undefined;
  /** The revokes after which it has forgotten its queries. */
  #revokes: number;

  /** @param state Default: one of its own. */
  constructor(state = emptyState()) {
    this.state = state;
    this.#revokes = state.revokes;
    // Before observers, which then find new queries.
    state.listeners.add(this.#onChange);
    // From the start: a page that has requested nothing yet may have shown what is stored.
    state.channel ??= openChannel(() => this.#forget());
    globalThis.addEventListener?.('online', () => {
      for (const query of [...this.#queries.values()]) query.invalidate();
    });
    globalThis.addEventListener?.('load', this.notifyListeners);
    documentProperty('addEventListener')?.('prerenderingchange', this.notifyListeners);
  }

  /** The page's settings; each that is missing or wrong has its default. */
  get settings(): CompleteSettings {
    return lookupSettings(this.state.settings, pageSettings).values;
  }

  /** Sets page-wide settings; those not named stay as they are. */
  configure(settings: Settings): void {
    const before = this.state.settings;
    const after = changePageSettings(before, { ...settings });
    const names = Object.keys({ ...before, ...after }) as (keyof Settings)[];
    if (names.every((name) => before[name] === after[name])) return;
    this.state.settings = after;
    if (before.initialData !== after.initialData)
      this.state.initialData = this.#parseInitialData(after.initialData);
    this.notifyListeners();
  }

  grantConsent(): void {
    this.state.consent = true;
    this.notifyListeners();
  }

  revokeConsent(): void {
    this.state.channel?.postMessage(REVOKE);
    this.#forget();
  }

  /**
   * Whether the visitor may be looked up and results stored: what the visitor decided, else what the setting says. A wrong
   * value of the setting is treated as `required`.
   */
  hasConsent(consent: unknown = this.state.settings.consent ?? 'not-required'): boolean {
    return this.state.consent ?? consent === 'not-required';
  }

  /** Notifies observers, in every copy of the package, that settings, consent, choice or what the transform adds changed. */
  readonly notifyListeners = (): void => {
    for (const listener of [...this.state.listeners]) callSafely(listener);
  };

  readonly #onChange = () => {
    if (this.#revokes === this.state.revokes) return;
    this.#revokes = this.state.revokes;
    for (const query of this.#queries.values()) query.cancel();
    this.#queries.clear();
  };

  /**
   * The query of a request, known or new, with the newest options. A new one is not kept until it is retained. After the first
   * one, stored records that have ended are removed: no lookup waits for that.
   */
  findQuery(
    request: LookupRequest,
    settings: CompleteSettings,
    initialData: TimestampedData | undefined,
  ): Query {
    if (!this.#queries.size) setTimeout(sweepStored);
    const query = this.#queries.get(request.cacheKey) ?? new Query(request, settings, this.state);
    query.settings = settings;
    query.initialData = initialData;
    return query;
  }

  /** Puts a query at the end of the list, as the one used last. Of those without an observer it keeps the latest. */
  retain(query: Query): void {
    const queries = this.#queries;
    queries.delete(query.request.cacheKey);
    queries.set(query.request.cacheKey, query);
    const unobserved = [...queries.values()].filter(({ observers }) => !observers.size);
    for (const { request } of unobserved.slice(0, -MAX_ENTRIES)) queries.delete(request.cacheKey);
  }

  /** Forgets everything in this page and in storage. */
  #forget(): void {
    const { state } = this;
    state.consent = false;
    state.revokes++;
    state.choice = null;
    state.unsaved = false;
    clearStored();
    this.notifyListeners();
  }

  /** The setting `initialData`, as data of this moment. Anything but an object is ignored, and reported unless it is empty. */
  #parseInitialData(setting: unknown): InitialData | undefined {
    const given = setting === 'server-timing' ? readServerTiming() : setting;
    const data = parseObject(given);
    const fetchedAt = Date.now();
    if (data) return { data, fetchedAt, snapshot: Object.freeze({ ...idle, data, updatedAt: fetchedAt }) };
    if (![undefined, null, '', 'null'].includes(given as string))
      console.warn(
        'visitor-elements: The setting "initialData" is invalid. Use an IP data object, or server-timing and its header.',
      );
    return undefined;
  }
}

let client: Client | undefined;

/** The page's client, made on first use. */
export function pageClient(): Client {
  client ??= new Client(stateOfPage());
  return client;
}

/** Gives the page another client, for tests. */
export function setPageClient(next: Client): void {
  client = next;
}

/**
 * Sets page-wide settings. Settings that you don't name stay as they are. A `baseUrl` on another origin drops the key
 * that was set before: set its key together with it.
 *
 * A value that is not allowed does not throw: it makes every lookup fail as `misconfigured`, with a message that
 * names the setting and what is allowed.
 */
export function configurePage(settings: Settings): void {
  pageClient().configure(settings);
}
