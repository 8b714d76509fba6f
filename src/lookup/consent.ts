/** Who may be looked up, and when. */
import { pageClient } from './client.js';
import type { CompleteSettings } from './settings.js';

/**
 * Says that the visitor consents: lookups that wait for it start, and results may be stored. Holds for this page;
 * the page's consent tool says it again on the next.
 */
export function grantConsent(): void {
  pageClient().grantConsent();
}

/**
 * Says that the visitor does not consent (any more): everything known and stored is forgotten, the visitor's own
 * choice included, and nothing is looked up until `grantConsent()`, whatever the setting `consent` says. Other tabs of
 * the same web origin forget too. A grant is each page's own.
 */
export function revokeConsent(): void {
  pageClient().revokeConsent();
}

/** Whether the visitor is a crawler that is to be skipped. Cubot is no crawler, but a maker of telephones. */
export const isSkipped = ({ skipBots }: Pick<CompleteSettings, 'skipBots'>): boolean =>
  skipBots && /bot|crawl|spider|slurp/i.test((globalThis.navigator?.userAgent ?? '').replace(/cubot/i, ''));

/** Whether the page is being prerendered. An element named `prerendering` may hide the property: only `true` counts. */
export const isPrerendering = (): boolean =>
  (globalThis as { document?: { prerendering?: unknown } }).document?.prerendering === true;
