/** Crawlers and prerendering: pages that no visitor sees, or not yet. */
import { isCrawler } from '../model/crawler.js';
import type { CompleteSettings } from './settings.js';

/** Whether the visitor is a crawler, and the setting `skipBots` is true. */
export const isSkipped = ({ skipBots }: Pick<CompleteSettings, 'skipBots'>): boolean =>
  skipBots && isCrawler(globalThis.navigator?.userAgent);

/**
 * Whether the page is being prerendered. An element named `prerendering` may hide the property, so only `true` counts.
 */
export const isPrerendering = (): boolean =>
  (globalThis as { document?: { prerendering?: unknown } }).document?.prerendering === true;
