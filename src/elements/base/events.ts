import type { LookupError } from '../../model/error.js';
import type { LookupData, LookupName, Snapshot } from '../../model/types.js';

/** `visitor-load`: an element has new data. */
export class VisitorLoadEvent<Data = LookupData[LookupName]> extends CustomEvent<undefined> {
  // Only declared: a field would be written twice, and a thousand values fire a thousand of these events.
  declare readonly data: Data;

  constructor(data: Data, bubbles = true) {
    super('visitor-load', { bubbles, composed: true });
    this.data = data;
  }
}

/** `visitor-error`: an element's lookup failed. */
export class VisitorErrorEvent extends CustomEvent<undefined> {
  constructor(
    readonly error: LookupError,
    bubbles = true,
  ) {
    super('visitor-error', { bubbles, composed: true });
  }
}

/** Sets an element's custom states to those of a snapshot. A new element has none to remove. */
export function showStates(
  internals: ElementInternals | undefined,
  before: Snapshot | undefined,
  { data, error, pending, stale, guessed }: Snapshot,
): void {
  const idle = !(data || error || pending);
  const states = { idle, pending: pending && !data, ready: data, stale, guessed, error };
  for (const [state, isIn] of Object.entries(states)) if (isIn || before) setState(internals, state, isIn);
}

export function setState(internals: ElementInternals | undefined, state: string, isIn: unknown): void {
  try {
    // jsdom and older browsers have no custom states.
    internals?.states?.[isIn ? 'add' : 'delete'](state);
  } catch {
    // Chrome before 125 accepts only names with dashes.
  }
}

interface EventMap<L extends LookupName> extends HTMLElementEventMap {
  'visitor-load': VisitorLoadEvent<LookupData[L]>;
}

/** The type of an element's `addEventListener`: `visitor-load` has the data of the element's own lookup. */
export interface AddElementListener<L extends LookupName, Options> {
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
