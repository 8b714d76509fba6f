/** The lookup that the reader typed into "Show me". */
export interface TypedLookup {
  baseUrl: string;
  /** Empty for a relay, which needs no key. */
  apiKey: string;
  auth: 'query' | 'header';
}

/** The result: an error's message, or nothing. */
export interface TypedLookupResult {
  error?: string;
}

/** The event by which the frame of "Show me" says that it is ready. */
export const readyEvent = 'lookup-ready';

declare global {
  /** Set in the frame of "Show me". */
  var lookUp: (typed: TypedLookup) => void;
  interface GlobalEventHandlersEventMap {
    'lookup-result': CustomEvent<TypedLookupResult>;
  }
}
