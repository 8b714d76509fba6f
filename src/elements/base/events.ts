import { reportFailure } from '../../lookup/client.js';
import type { LookupData, LookupError, LookupName, Snapshot } from '../../lookup/index.js';

const everywhere = { bubbles: true, composed: true };

/** `visitor-load`: an element has new data. */
export class VisitorLoadEvent<Data = LookupData[LookupName]> extends Event {
  constructor(readonly data: Data) {
    super('visitor-load', everywhere);
  }
}

/** `visitor-error`: an element's lookup failed. */
export class VisitorErrorEvent extends Event {
  constructor(readonly error: LookupError) {
    super('visitor-error', everywhere);
  }
}

/** The last data and error that an element fired events for. They stay while it shows neither, so that none is fired twice. */
export interface Announced {
  data?: LookupData[LookupName];
  error?: LookupError;
}

/** Fires the events for data or an error that no event was fired for yet. Listeners may change the element. */
export function notify(host: EventTarget, { data, error }: Snapshot, last: Announced): void {
  const hasLoaded = data && data !== last.data;
  const hasFailed = error && error !== last.error;
  if (hasLoaded) last.data = data;
  if (hasFailed) {
    last.error = error;
    reportFailure(error);
    host.dispatchEvent(new VisitorErrorEvent(error));
  }
  if (hasLoaded) host.dispatchEvent(new VisitorLoadEvent(data));
}

const stateLists = new WeakMap<Snapshot, readonly string[]>();

/** The custom states of a snapshot; for the same snapshot the same list. */
function statesOf(snapshot: Snapshot): readonly string[] {
  const known = stateLists.get(snapshot);
  if (known) return known;
  const { data, error, pending, stale, guessed } = snapshot;
  const isIdle = !(data || error || pending);
  const holds = { idle: isIdle, pending: pending && !data, ready: data, stale, guessed, error };
  const states = Object.entries(holds).flatMap(([state, value]) => (value ? state : []));
  stateLists.set(snapshot, states);
  return states;
}

/**
 * Sets an element's custom states to those of a snapshot; writes only what changes.
 *
 * @param before The states that the element has.
 * @returns The states that it has now.
 */
export function showStates(
  internals: ElementInternals,
  snapshot: Snapshot,
  before: readonly string[],
): readonly string[] {
  const now = statesOf(snapshot);
  if (now === before) return now;
  try {
    const { states } = internals;
    for (const state of before) if (!now.includes(state)) states.delete(state);
    for (const state of now) if (!before.includes(state)) states.add(state);
  } catch {
    // The browser has no custom states.
  }
  return now;
}

interface EventMap<L extends LookupName> extends HTMLElementEventMap {
  'visitor-load': VisitorLoadEvent<LookupData[L]>;
}

/** The type of an element's `addEventListener` or `removeEventListener`: `visitor-load` has the data of its lookup. */
export interface Listen<L extends LookupName, Options> {
  <K extends keyof HTMLElementEventMap>(
    type: K,
    listener: (event: EventMap<L>[K]) => unknown,
    options?: boolean | Options,
  ): void;
  (type: string, listener: EventListenerOrEventListenerObject, options?: boolean | Options): void;
}

declare global {
  interface GlobalEventHandlersEventMap {
    'visitor-load': VisitorLoadEvent;
    'visitor-error': VisitorErrorEvent;
  }
}
