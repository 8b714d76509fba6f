/**
 * An observer follows the query for the current settings, and notifies one listener. Before consent, for crawlers and
 * while the page is prerendered, it shows no data.
 */
import { LookupError } from '../model/error.js';
import { failedSnapshot, idle, type LookupName, type Snapshot } from '../model/types.js';
import type { Client } from './client.js';
import { documentProperty, isPrerendering } from './document.js';
import { lookupSettings } from './merge-settings.js';
import { Query } from './query.js';
import { requestFor } from './request.js';
import { isSkipped, type Settings } from './settings.js';
import { callSafely, hasConsent } from './shared-state.js';

/** What a caller looks up. */
export interface LookupQuery {
  readonly client: Client;
  /** `undefined`: no lookup. */
  readonly lookup: LookupName | undefined;
  /** The User-Agent to parse instead of the visitor's own. */
  readonly ua?: string | undefined;
  /** The caller's own settings, which override the page's. */
  readonly settings: Settings;
}

const skipped = /* @__PURE__ */ failedSnapshot(
  'skipped',
  'No request was sent: the visitor is a crawler. See the setting "skipBots".',
);

/** The query to follow now, or a snapshot that says why there is no query. */
function targetOf({ client, lookup, ua, settings: own }: LookupQuery): Query | Snapshot<object> {
  if (!lookup) return idle;
  const { values, missing, mistake, usesPageService } = lookupSettings(client.state.settings, own);
  const initialData = lookup === 'ip' && usesPageService ? client.state.initialData : undefined;
  if (missing && !initialData) {
    // A later script may still configure the page.
    const isLoading = (documentProperty('readyState') ?? 'complete') !== 'complete';
    return isLoading ? idle : (mistake ?? missing);
  }
  if (mistake) return mistake;
  if (isSkipped(values)) return skipped;
  if (!hasConsent(client.state, values.consent) || isPrerendering() || client.state.isHeld) return idle;
  if (missing && initialData) return initialData.snapshot;
  return client.findQuery(requestFor(lookup, values, ua), values, initialData);
}

const notSent = /* @__PURE__ */ failedSnapshot('skipped', 'No request was sent: a visitor is simulated.');

/** Whether a simulated visitor takes the place of lookups. The lookup module itself knows no simulation. */
const isSimulated = ({ snapshotTransformer, state }: Client) =>
  Boolean(snapshotTransformer && state.simulation?.isAlone);

const snapshotOf = (target: Query | Snapshot<object>, { client, lookup }: LookupQuery): Snapshot<object> => {
  if (!(target instanceof Query)) return target;
  const snapshot = target.snapshot();
  return snapshot === idle && lookup !== 'ip' && isSimulated(client) ? notSent : snapshot;
};

/** Where `visitor-elements/client-hints.js` puts its function, if the page loads that file. */
export const snapshotCompletion: unique symbol = /* @__PURE__ */ Symbol.for('visitor-elements:client-hints');

/** Completes the data of a snapshot. The same snapshot gives the same object until there is more to add. */
export type SnapshotCompletion = (snapshot: Snapshot<object>, query: LookupQuery) => Snapshot<object>;

const shownSnapshot = (query: LookupQuery, snapshot: Snapshot<object>): Snapshot<object> => {
  const complete: SnapshotCompletion | undefined = Reflect.get(globalThis, snapshotCompletion);
  const completed = complete?.(snapshot, query) ?? snapshot;
  return (query.lookup === 'ip' && query.client.snapshotTransformer?.transform(completed)) || completed;
};

/** What is known without a request, including what an earlier page stored. */
export function currentSnapshot(query: LookupQuery): Snapshot<object> {
  const target = targetOf(query);
  // A query with observers has read its storage already.
  if (target instanceof Query && !target.observers.size) {
    target.useStored();
    if (target.snapshot() !== idle) query.client.retain(target);
  }
  return shownSnapshot(query, snapshotOf(target, query));
}

/** Called with each new snapshot. `isSettled`: there is data or an error, and no request is under way. */
export type Listener = (snapshot: Snapshot<object>, isSettled: boolean) => void;

export interface Observer {
  /** Sends a request if the data is stale or a failure may be retried. */
  revalidate(): void;
  stop(): void;
}

/**
 * Follows the query for the current settings. Calls the listener at once, and at every change until `stop()`.
 *
 * @param refresh Sends a request as soon as one is allowed, even if the data is fresh.
 */
export function observeLookup(query: LookupQuery, listener: Listener, refresh = false): Observer {
  const { client } = query;
  const { state } = client;
  let settings: Settings | undefined;
  let target: Query | Snapshot<object> = idle;
  let last: Snapshot<object> | undefined;
  let wasSimulated = false;

  const notifyListener = () => {
    const raw = snapshotOf(target, query);
    const snapshot = shownSnapshot(query, raw);
    if (!state.listeners.has(follow) || snapshot === last) return;
    last = snapshot;
    const isKnown = raw.data ?? raw.error ?? (isSimulated(client) && target instanceof Query);
    callSafely(() => listener(snapshot, !raw.pending && Boolean(isKnown)));
  };

  /** Finds the query again, because settings or consent may have changed. */
  const follow = () => {
    if (!state.listeners.has(follow)) return;
    const before = target;
    target = targetOf(query);
    if (before !== target && before instanceof Query) before.observers.delete(notifyListener);
    if (target instanceof Query) {
      target.observers.add(notifyListener);
      client.retain(target);
      // With changed settings, a refused lookup may succeed.
      const isDue = before !== target || settings !== state.settings || wasSimulated;
      wasSimulated = isSimulated(client);
      // Cleared before the fetch, which notifies observers and may call this function again.
      const wantsRefresh = refresh;
      settings = state.settings;
      refresh = false;
      if (wasSimulated) target.useStored();
      else if (isDue) target.fetch(wantsRefresh);
    }
    notifyListener();
  };

  state.listeners.add(follow);
  follow();
  return {
    revalidate() {
      settings = undefined; // Makes `follow` treat a fetch as due.
      follow();
    },
    stop() {
      state.listeners.delete(follow);
      if (target instanceof Query) target.observers.delete(notifyListener);
    },
  };
}

/** Resolves to data, or rejects with the error of its lookup. Sends a request unless the data is fresh. */
export function lookUp(
  query: LookupQuery,
  { signal, refresh }: { signal?: AbortSignal | undefined; refresh?: boolean | undefined },
): Promise<object> {
  return new Promise((resolve, reject) => {
    let observer: Observer | undefined;
    const abort = () => {
      observer?.stop();
      const cause = signal?.reason;
      reject(new LookupError('aborted', 'Your signal aborted the lookup.', { cause }));
    };
    if (signal?.aborted) return abort();
    signal?.addEventListener('abort', abort);
    const listener: Listener = ({ data, error }, isSettled) => {
      if (!isSettled) return;
      signal?.removeEventListener('abort', abort);
      // Later, because the listener may be called before `observer` is assigned.
      queueMicrotask(() => observer?.stop());
      if (error) reject(error);
      else resolve(data as object);
    };
    observer = observeLookup(query, listener, refresh);
  });
}
