import type { LookupData, LookupError, LookupName } from '../lookup/index.js';

/** `visitor-load`: an element has data, or other data than before. */
export class VisitorLoadEvent<Data = LookupData[LookupName]> extends Event {
  constructor(readonly data: Data) {
    super('visitor-load', { bubbles: true, composed: true });
  }
}

/** `visitor-error`: an element's lookup failed. */
export class VisitorErrorEvent extends Event {
  constructor(readonly error: LookupError) {
    super('visitor-error', { bubbles: true, composed: true });
  }
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
