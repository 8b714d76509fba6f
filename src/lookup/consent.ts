/** Who may be looked up, and when. */
import { pageClient } from './client.js';
import type { CompleteSettings } from './settings.js';

/**
 * Reports that the visitor consents: lookups that wait for consent start, and results may be stored. A grant holds
 * for this page. Call it again on the next.
 */
export function grantConsent(): void {
  pageClient().grantConsent();
}

/**
 * Reports that the visitor does not consent. Everything known and stored is removed, the visitor's own choice too. No
 * lookup is made until `grantConsent()`, whatever the setting `consent` is. Other tabs of the same origin do the
 * same.
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
