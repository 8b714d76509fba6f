/** Consent, crawlers and prerendering: when lookups are allowed. */
import { pageClient } from './client.js';
import type { CompleteSettings } from './settings.js';

/**
 * Reports that the visitor consents. Lookups that wait for consent start, and results may be stored. The grant applies
 * to this page: call it again on the next.
 */
export function grantConsent(): void {
  pageClient().grantConsent();
}

/**
 * Reports that the visitor doesn't consent. Removes everything known and stored, including the visitor's own country.
 * No lookup is made until `grantConsent()`, whatever the setting `consent` is. Other tabs of the same origin do the
 * same.
 */
export function revokeConsent(): void {
  pageClient().revokeConsent();
}

/** Whether the visitor is a crawler, and the setting `skipBots` is true. Cubot is a phone maker, not a crawler. */
export const isSkipped = ({ skipBots }: Pick<CompleteSettings, 'skipBots'>): boolean =>
  skipBots && /bot|crawl|spider|slurp/i.test((globalThis.navigator?.userAgent ?? '').replace(/cubot/i, ''));

/**
 * Whether the page is being prerendered. An element named `prerendering` may hide the property, so only `true` counts.
 */
export const isPrerendering = (): boolean =>
  (globalThis as { document?: { prerendering?: unknown } }).document?.prerendering === true;
