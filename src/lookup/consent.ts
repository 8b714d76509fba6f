/** What the visitor consents to. */
import { pageClient } from './client.js';

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
