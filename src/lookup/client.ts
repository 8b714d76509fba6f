/** What one page knows. The page's client is made on first use; nothing happens on import. */
import { MAX_ENTRIES } from '../model/cache.js';
import { parseObject } from '../model/json.js';
import { idle, type Snapshot, type TimestampedData } from '../model/types.js';
import { documentProperty } from './document.js';
import { changePageSettings, lookupSettings, noOwnSettings } from './merge-settings.js';
import { Query } from './query.js';
import type { LookupRequest } from './request.js';
import type { CompleteSettings, Settings } from './settings.js';
import {
  emptyState,
  type InitialData,
  notifyListeners,
  type SharedState,
  stateOfPage,
} from './shared-state.js';
import { clearStored, sweepStored, writeCookie } from './storage.js';
import { openChannel, REVOKE } from './tabs.js';

/** Adds the override, a simulation and the guess to the snapshots of IP lookups. The lookup module works without it. */
export interface SnapshotTransformer {
  /**
   * The snapshot that the page sees of an IP lookup: with the override, a simulation or a guess. The same snapshot
   * gives the same object until one of these changes.
   */
  transform(snapshot: Snapshot<object>): Snapshot<object>;
}

/** Settings, queries and everything else that one page knows. A test can make one of its own. */
export class Client {
  /** What the client shares with other copies of the package. */
  readonly state: SharedState;
  /** The messages on the console so far. */
  readonly reported = new Map<string, true>();
  readonly #queries = new Map<string, Query>();
  /** Whether the removal of expired records was scheduled. */
  #isSwept = false;
  /** Transforms the snapshots of IP lookups. Set by the first use of `personal/`. */
  snapshotTransformer: SnapshotTransformer | undefined;
  /** The number of revokes after which this copy has cleared its queries. */
  #revokes: number;

  /** @param state Default: a new one. */
  constructor(state = emptyState()) {
    this.state = state;
    this.#revokes = state.revokes;
    state.queries ??= new Set();
    state.queries.add(this.#queries);
    // Added before all observers, so that they find new queries.
    state.listeners.add(this.#onChange);
    // At once, because a page that has sent no request may still show stored data.
    state.channel ??= openChannel(() => this.#forget());
    globalThis.addEventListener?.('online', () => {
      for (const query of [...this.#queries.values()]) query.invalidate();
    });
    globalThis.addEventListener?.('load', this.notify);
    documentProperty('addEventListener')?.('prerenderingchange', this.notify);
  }

  /** The page's settings. A missing or wrong one has its default. */
  get settings(): CompleteSettings {
    return lookupSettings(this.state.settings, noOwnSettings).values;
  }

  /** Sets page-wide settings. Others stay as they are. */
  configure(settings: Settings): void {
    const before = this.state.settings;
    const after = changePageSettings(before, { ...settings });
    const names = Object.keys({ ...before, ...after }) as (keyof Settings)[];
    if (names.every((name) => before[name] === after[name])) return;
    this.state.settings = after;
    if (before.initialData !== after.initialData)
      this.state.initialData = this.#parseInitialData(after.initialData);
    this.notify();
  }

  grantConsent(): void {
    this.state.consent = true;
    this.notify();
  }

  revokeConsent(): void {
    this.state.channel?.postMessage(REVOKE);
    this.#forget();
  }

  /** Notifies the listeners of every copy of the package. */
  readonly notify = (): void => notifyListeners(this.state);

  readonly #onChange = () => {
    if (this.#revokes === this.state.revokes) return;
    this.#revokes = this.state.revokes;
    for (const query of this.#queries.values()) query.cancel();
    this.#queries.clear();
  };

  /**
   * The query of a request, existing or new, with the newest options. A new query is kept only when `retain` is called.
   * The first call schedules the removal of expired records, for which no lookup waits.
   */
  findQuery(
    request: LookupRequest,
    settings: CompleteSettings,
    initialData: TimestampedData | undefined,
  ): Query {
    if (!this.#isSwept) setTimeout(sweepStored);
    this.#isSwept = true;
    const query = this.#queries.get(request.cacheKey) ?? new Query(request, settings, this.state);
    query.settings = settings;
    query.initialData = initialData;
    return query;
  }

  /** Marks a query as the one used last. Of the queries without observers, the last ones are kept. */
  retain(query: Query): void {
    const queries = this.#queries;
    queries.delete(query.request.cacheKey);
    queries.set(query.request.cacheKey, query);
    const unobserved = [...queries.values()].filter(({ observers }) => !observers.size);
    for (const { request } of unobserved.slice(0, -MAX_ENTRIES)) queries.delete(request.cacheKey);
  }

  /** Clears everything in this page and in storage. */
  #forget(): void {
    const { state } = this;
    state.consent = false;
    state.revokes++;
    state.override = null;
    state.isUnsaved = false;
    clearStored();
    writeCookie(this.settings.overrideCookie, '');
    this.notify();
  }

  /** The setting `initialData` as data of this moment. An invalid value is ignored, and reported unless it is empty. */
  #parseInitialData(setting: unknown): InitialData | undefined {
    const data = parseObject(setting);
    const fetchedAt = Date.now();
    if (data) return { data, fetchedAt, snapshot: Object.freeze({ ...idle, data, updatedAt: fetchedAt }) };
    if (setting === 'server-timing')
      console.warn(
        'visitor-elements: The setting "initialData" is "server-timing". Use readServerTiming() of visitor-elements/server-timing.js.',
      );
    else if (![undefined, null, '', 'null'].includes(setting as string))
      console.warn('visitor-elements: The setting "initialData" is invalid. Use an IP data object.');
    return undefined;
  }
}

let client: Client | undefined;

/** The page's client, made on first use. */
export function pageClient(): Client {
  client ??= new Client(stateOfPage());
  return client;
}

/** Replaces the page's client, for tests. */
export function setPageClient(next: Client): void {
  client = next;
}

/**
 * Sets page-wide settings. Settings that you don't name stay as they are. A `baseUrl` on another origin drops the key
 * that was set before: set its key together with it.
 *
 * A wrong value doesn't throw. Every lookup fails as `misconfigured`, with a message that names the setting and what is
 * allowed.
 */
export function configurePage(settings: Settings): void {
  pageClient().configure(settings);
}

/**
 * Records that the visitor consents. Lookups that wait for consent start, and results may be stored. The grant applies
 * to this page: call it again on the next.
 */
export function grantConsent(): void {
  pageClient().grantConsent();
}

/**
 * Records that the visitor doesn't consent. Removes everything known and stored, including the visitor's own country.
 * No lookup is made on this page until `grantConsent()`, whatever the setting `consent` is. The next page looks up again,
 * unless `consent` is `required`. Other tabs of the same origin do the same.
 */
export function revokeConsent(): void {
  pageClient().revokeConsent();
}
