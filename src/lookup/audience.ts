/** Crawlers and prerendering: pages that no visitor sees, or not yet. */
import type { CompleteSettings } from './settings.js';

/** Whether the visitor is a crawler, and the setting `skipBots` is true. Cubot is a phone maker, not a crawler. */
export const isSkipped = ({ skipBots }: Pick<CompleteSettings, 'skipBots'>): boolean =>
  skipBots && /bot|crawl|spider|slurp/i.test((globalThis.navigator?.userAgent ?? '').replace(/cubot/i, ''));

/**
 * Whether the page is being prerendered. An element named `prerendering` may hide the property, so only `true` counts.
 */
export const isPrerendering = (): boolean =>
  (globalThis as { document?: { prerendering?: unknown } }).document?.prerendering === true;
