import type { LookupData, LookupError, LookupName, Snapshot } from '../lookup/index.js';
import { reportFailure } from '../report.js';

const everywhere = { bubbles: true, composed: true };

/** `visitor-load`: an element has data, or other data than before. */
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

/** What an element told of last: also while it has neither, so that it tells of no result twice. */
export interface Told {
  data?: LookupData[LookupName];
  error?: LookupError;
}

/** Tells of data and of a failure that were not told before. Listeners may change the element meanwhile. */
export function tell(host: EventTarget, { data, error }: Snapshot, told: Told): void {
  const load = data && data !== told.data;
  const fail = error && error !== told.error;
  if (load) told.data = data;
  if (fail) {
    told.error = error;
    reportFailure(error);
    host.dispatchEvent(new VisitorErrorEvent(error));
  }
  if (load) host.dispatchEvent(new VisitorLoadEvent(data));
}

interface EventMap<L extends LookupName> extends HTMLElementEventMap {
  'visitor-load': VisitorLoadEvent<LookupData[L]>;
}

/** `addEventListener` or `removeEventListener` of an element: its `visitor-load` has what its lookup answers. */
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
