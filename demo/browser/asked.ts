/** What "Show me" asks, as its reader typed it. */
export interface Asked {
  baseUrl: string;
  /** Empty for a relay, which needs none. */
  apiKey: string;
  auth: 'query' | 'header';
}

/** What came of it: an error's message, or nothing. */
export interface AskedNews {
  error?: string;
}

/** The event of a frame that can be asked. */
export const askedAt = 'askable';

declare global {
  /** In the frame of "Show me". */
  var ask: (asked: Asked) => void;
  interface GlobalEventHandlersEventMap {
    asked: CustomEvent<AskedNews>;
  }
}
