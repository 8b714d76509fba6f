/** What one page knows: settings, consent, queries and who follows them. Made on first use; nothing happens on import. */
import { keptFor, MAX_ENTRIES } from '../model/cache.js';
import type { LookupError, LookupErrorCode } from '../model/error.js';
import { failedSnapshot, idle, noService, snapshotOf } from '../model/snapshot.js';
import type { CompleteSettings, Snapshot } from '../model/types.js';
import { documentProperty, isPrerendering } from './document.js';
import { extensions, onExtension } from './extensions.js';
import {
  haveSameValues,
  isSameSpec,
  type LookupSpec,
  type ObservedPage,
  QueryObserver,
  type Target,
} from './observer.js';
import { Query } from './query.js';
import { lookupNames, requestFor } from './request.js';
import { destination, isSkipped, lookupSettings, noOwnSettings } from './settings.js';
import {
  callSafely,
  emptyState,
  forgetOverride,
  hasConsent,
  notifyListeners,
  onRevoke,
  type SharedState,
  stateOfPage,
} from './shared-state.js';
import { clearStored } from './storage.js';
import { openChannel } from './tabs.js';

/** One page. A test can make one of its own, to which everything belongs that is made with it. */
export class Page implements ObservedPage {
  /** What the page shares with other copies of the package. */
  readonly state: SharedState;
  readonly observers = new Set<QueryObserver>();
  readonly reported = new Map<string, boolean>();
  readonly #queries = new Map<string, Query>();
  /** The snapshots that were shown last. */
  #shown: Snapshot<object>[] = [];

  constructor(state = emptyState()) {
    this.state = state;
    state.queries ??= new Set();
    state.queries.add(this.#queries);
    onRevoke(state, () => {
      this.#queries.clear();
      this.#shown = this.#shown.filter(({ data }) => !data);
    });
    state.listeners.add(() => {
      for (const observer of this.observers) callSafely(() => observer.follow());
    });
    // At once, because a page that has sent no request may still show stored data.
    state.channel ??= openChannel(() => this.forget());
    globalThis.addEventListener?.('online', () => {
      for (const query of [...this.#queries.values()]) query.comeOnline();
    });
    for (const event of ['online', 'offline', 'load']) globalThis.addEventListener?.(event, this.notify);
    globalThis.addEventListener?.('pageshow', ({ persisted }: PageTransitionEvent) => {
      if (persisted && [...this.#queries.values()].some((query) => query.isForgotten())) this.forget();
    });
    documentProperty('addEventListener')?.('prerenderingchange', this.notify);
    onExtension(this.notify);
  }

  /** The page's settings. A missing or wrong one has its default. */
  get settings(): CompleteSettings {
    return lookupSettings(this.state.settings, noOwnSettings).values;
  }

  readonly notify = (): void => notifyListeners(this.state);

  readonly report = (message: string): void => {
    keptFor(this.reported, message, () => {
      console.warn(`visitor-elements: ${message}`);
      return true;
    });
  };

  /** The observer of a spec, which all that follow the same spec share. */
  observer(spec: LookupSpec): QueryObserver {
    for (const observer of this.observers) if (isSameSpec(observer.spec, spec)) return observer;
    return new QueryObserver(this, spec);
  }

  /** The query to follow now, or a snapshot that says why there is no query. Sends and stores nothing. */
  target({ lookup, ua, settings: own, transform }: LookupSpec): Target {
    const { state } = this;
    const { values, missing, mistake, service } = lookupSettings(state.settings, own);
    const isPages = lookup === 'ip' && destination(values) === destination(this.settings);
    const initialData = isPages ? state.initialData : undefined;
    const because = (snapshot?: Snapshot<object>): Target => ({ settings: values, snapshot });
    const failed = (code: LookupErrorCode, message: string) => because(failedSnapshot(code, message));
    if (!lookup) return because();
    if (!lookupNames.includes(lookup))
      return failed('misconfigured', `There is no lookup "${lookup}". Use ${lookupNames.join(', ')}.`);
    // A guess takes the place of a service.
    const isGuess =
      transform &&
      !(values.baseUrl || values.service) &&
      values.guess === 'time-zone' &&
      extensions('guess').length > 0;
    if (missing && !initialData && !isGuess) {
      // A later script may still configure the page.
      const isLoading = (documentProperty('readyState') ?? 'complete') !== 'complete';
      return because(isLoading ? undefined : (mistake ?? missing));
    }
    if (mistake) return because(mistake);
    if (isSkipped(values))
      return failed('skipped', 'No request was sent: the visitor is a crawler. See the setting "skipBots".');
    if (state.isHeld || !hasConsent(state, values.consent) || isPrerendering()) return because();
    if (transform && state.simulation?.isAlone)
      return lookup === 'ip'
        ? because(idle)
        : failed('skipped', 'No request was sent: a visitor is simulated.');
    if (missing)
      return initialData
        ? because(snapshotOf(initialData))
        : { ...because(noService), refusal: lookup === 'ip' ? undefined : missing.error };
    if (service && !service.lookups.includes(lookup))
      return failed('misconfigured', `The service "${service.name}" has no lookup "${lookup}".`);
    const request = requestFor(lookup, values, ua, service);
    const query = this.#queries.get(request.cacheKey) ?? new Query(request, state);
    return { query, settings: values, initialData };
  }

  same(snapshot: Snapshot<object>): Snapshot<object> {
    const known = this.#shown.find((shown) => haveSameValues(shown, snapshot));
    if (!known) this.#shown = [Object.freeze(snapshot), ...this.#shown].slice(0, MAX_ENTRIES);
    return known ?? snapshot;
  }

  /** Keeps a query, as the one used last. Of the queries that nobody follows, the last ones are kept. */
  retain(query: Query): void {
    const queries = this.#queries;
    queries.delete(query.request.cacheKey);
    queries.set(query.request.cacheKey, query);
    const unfollowed = [...queries.values()].filter(({ followers }) => !followers.size);
    for (const { request } of unfollowed.slice(0, -MAX_ENTRIES)) queries.delete(request.cacheKey);
  }

  /** Forgets everything, as after a revoke. Listeners of `onRevoke` forget queries, attributes on `<html>` and the cookie. */
  forget(): void {
    const { state } = this;
    state.consent = false;
    state.revokes++;
    forgetOverride(state);
    clearStored();
    this.notify();
  }
}

let page: Page | undefined;

/** The page that this module runs in, made on first use. */
export function thisPage(): Page {
  page ??= new Page(stateOfPage());
  return page;
}

/** Replaces the page, for tests. */
export function setPage(next: Page): void {
  page = next;
}

/** Prints a message on the console, the same message only once. */
export const report = (message: string): void => thisPage().report(message);

/** Reports why a lookup failed. Skipping a crawler is not a failure. */
export function reportFailure({ code, message, resolution = '' }: LookupError): void {
  if (code !== 'skipped') report(`${message} ${resolution}`.trim());
}
