import { announce, page } from './page.js';
import { forgetStored } from './storage.js';

/**
 * Says that the visitor consents: lookups that wait for it start, and results may be stored. Holds for this page;
 * the page's consent tool says it again on the next.
 */
export function grantConsent(): void {
  page.consent = true;
  announce();
}

/**
 * Says that the visitor does not consent (any more): everything known and stored is forgotten, the visitor's own
 * choice included, and nothing is looked up until `grantConsent()`, whatever the setting `consent` says. Other tabs of
 * the same web origin forget too. A grant is each page's own.
 */
export function revokeConsent(): void {
  listenToTabs();
  page.channel?.postMessage('revoke');
  forget();
}

/** Hears other tabs revoke. In Node a channel would keep the process alive. */
export function listenToTabs(): void {
  if (page.channel || !(globalThis.document || 'WorkerGlobalScope' in globalThis)) return;
  try {
    page.channel = new BroadcastChannel('visitor-elements');
    // A document that a program made keeps no process alive either.
    (page.channel as { unref?(): void }).unref?.();
    page.channel.onmessage = ({ data }) => {
      if (data === 'revoke') forget();
    };
  } catch {
    // Where storage is blocked there may be no channels, and nothing is stored that other tabs could forget.
  }
}

/** This page's part of a revoke. */
export function forget(): void {
  page.consent = false;
  page.revokes++;
  page.choice = null;
  page.unsaved = false;
  page.sent.length = 0;
  forgetStored();
  announce();
}
