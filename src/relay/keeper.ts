import type { LookupName } from './lookup.js';
import type { Answer } from './memory.js';
import { since, type Tell } from './observer.js';
import type { Patience } from './patience.js';

/** Keeps answers outside of this process; may fail, and take any time. */
export interface Shelf {
  /** What it needs before its first use: no wait for the shelf itself. */
  ready?(): Promise<unknown>;
  get(question: string): Promise<Answer | undefined>;
  set(question: string, answer: Answer): Promise<void>;
}

/** A shelf that is waited for with patience, and that never fails. */
export interface Keeper {
  get(question: string, lookup: LookupName, patience: Patience): Promise<Answer | undefined>;
  set(question: string, answer: Answer, lookup: LookupName, patience: Patience): Promise<void>;
}

/** Milliseconds that a shelf is left alone after a wait for it ran out; the next time twice that, up to the longest. */
const REST = 10_000;
const LONGEST_REST = 60_000;

/**
 * Waits for a shelf no longer than a request has patience, and leaves it alone for a while after that ran out: clients
 * of a store that is gone queue without bound. After the rest a single attempt finds out whether it is back.
 *
 * @param maxAge Seconds an answer is good for at most, counted from now: other machines' clocks may differ.
 */
export function createKeeper(shelf: Shelf, from: 'store' | 'cache', maxAge: number, tell: Tell): Keeper {
  let rest = 0;
  let restEnds = 0;
  let isTrying = false;

  return {
    async get(question, lookup, patience) {
      const known = await attempt(() => shelf.get(question), lookup, patience);
      return known && { text: known.text, until: Math.min(known.until, Date.now() + maxAge * 1000) };
    },
    set: (question, answer, lookup, patience) => attempt(() => shelf.set(question, answer), lookup, patience),
  };

  async function attempt<T>(
    work: () => Promise<T>,
    lookup: LookupName,
    patience: Patience,
  ): Promise<T | undefined> {
    await shelf.ready?.().catch(() => {}); // Then the attempt itself fails.
    const started = performance.now();
    if (started < restEnds || isTrying || patience.left <= 0) return undefined;
    const isTrial = rest > 0;
    isTrying = isTrial;
    const waited = await patience.wait(work);
    if (isTrial) isTrying = false;
    if ('value' in waited) {
      if (isTrial) rest = 0;
      return waited.value;
    }
    // Others that began before a rest make it no longer.
    if (waited.late && (isTrial || rest === 0)) {
      rest = rest ? Math.min(2 * rest, LONGEST_REST) : REST;
      restEnds = performance.now() + rest;
    }
    tell({ type: 'fault', lookup, outcome: 'internal', status: 0, milliseconds: since(started), from });
    return undefined;
  }
}
