import { announceChange, page } from './page.js';
import { forgetStored } from './storage.js';

/**
 * Says that the visitor consents: lookups that wait for it start, and results may be stored. Holds for this page;
 * the page's consent tool says it again on the next.
 */
export function grantConsent(): void {
  page.consent = true;
  announceChange();
}

/**
 * Says that the visitor does not consent (any more): everything known and stored is forgotten, the visitor's own
 * choice included, and nothing is looked up until `grantConsent()`, whatever the setting `consent` says.
 */
export function revokeConsent(): void {
  page.consent = false;
  page.choice = null;
  page.entries.clear();
  forgetStored();
  announceChange();
}
