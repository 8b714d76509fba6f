import type { LookupName } from '../../model/types.js';
import type { CachedBody } from '../body.js';
import type { Notify } from '../reporting.js';
import { millisecondsSince, type TimeBudget } from '../time.js';

/** A store outside of this process. It may fail, and may take any time. */
export interface Backend {
  /** Prepares for the first use, for example by deriving keys. This time doesn't count as waiting for the backend. */
  ready?(): Promise<unknown>;
  get(cacheKey: string): Promise<CachedBody | undefined>;
  set(cacheKey: string, cached: CachedBody): Promise<void>;
}

/** A backend behind a circuit breaker. It never fails, and takes at most the time in a budget. */
export interface GuardedBackend {
  get(cacheKey: string, lookup: LookupName, budget: TimeBudget): Promise<CachedBody | undefined>;
  set(cacheKey: string, cached: CachedBody, lookup: LookupName, budget: TimeBudget): Promise<void>;
}

/** Milliseconds for which the circuit opens after a timeout. Each further timeout doubles them, up to the maximum. */
const PAUSE = 10_000;
const MAX_PAUSE = 60_000;

/**
 * Waits for a backend only while a request's budget lasts. After a timeout, it doesn't call the backend for a while,
 * because clients of a dead store queue without limit. After the pause, a single attempt finds out whether the backend
 * works again.
 *
 * @param maxAge The maximum age of data in seconds, counted from now, because other machines' clocks may differ.
 */
export function createCircuitBreaker(
  backend: Backend,
  from: 'store' | 'cache',
  maxAge: number,
  notify: Notify,
): GuardedBackend {
  let pause = 0;
  let pauseEnds = 0;
  /** When the attempt after a pause ends. It may be dropped before, with the request that makes it. */
  let trialEnds = 0;

  return {
    async get(cacheKey, lookup, budget) {
      const known = await attempt(() => backend.get(cacheKey), lookup, budget);
      return known && { ...known, expiresAt: Math.min(known.expiresAt, Date.now() + maxAge * 1000) };
    },
    set: (cacheKey, cached, lookup, budget) => attempt(() => backend.set(cacheKey, cached), lookup, budget),
  };

  async function attempt<T>(
    work: () => Promise<T>,
    lookup: LookupName,
    budget: TimeBudget,
  ): Promise<T | undefined> {
    await backend.ready?.().catch(() => {}); // If this fails, the attempt below fails too.
    const started = performance.now();
    if (started < pauseEnds || started < trialEnds || budget.left <= 0) return undefined;
    const isTrial = pause > 0;
    if (isTrial) trialEnds = started + budget.left;
    const waited = await budget.wait(work);
    if (isTrial) trialEnds = 0;
    if ('value' in waited) {
      if (isTrial) pause = 0;
      return waited.value;
    }
    // Attempts that began before the pause don't prolong it.
    if (waited.late && (isTrial || pause === 0)) {
      pause = pause ? Math.min(2 * pause, MAX_PAUSE) : PAUSE;
      pauseEnds = performance.now() + pause;
    }
    const milliseconds = millisecondsSince(started);
    notify({ type: 'fault', lookup, outcome: 'internal', status: 0, milliseconds, from });
    return undefined;
  }
}
