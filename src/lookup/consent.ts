/** What the visitor allows: consent, its end, and who may be looked up at all. */
import { notify, page } from './page.js';
import type { CheckedSettings } from './settings.js';
import { clearStored } from './storage.js';

/**
 * Says that the visitor consents: lookups that wait for it start, and results may be stored. Holds for this page;
 * the page's consent tool says it again on the next.
 */
export function grantConsent(): void {
  page.consent = true;
  notify();
}

/**
 * Says that the visitor does not consent (any more): everything known and stored is forgotten, the visitor's own
 * choice included, and nothing is looked up until `grantConsent()`, whatever the setting `consent` says. Other tabs of
 * the same web origin forget too. A grant is each page's own.
 */
export function revokeConsent(): void {
  page.channel?.postMessage('revoke');
  forget();
}

/** Listens for revokes in other tabs; in pages and workers only, since a channel would keep a Node process alive. */
function listenToTabs(): void {
  if (page.channel || !(globalThis.document || 'WorkerGlobalScope' in globalThis)) return;
  try {
    const channel: BroadcastChannel & { unref?(): void } = new BroadcastChannel('visitor-elements');
    // Node may have a document, such as jsdom makes: the channel must not keep that process alive either.
    channel.unref?.();
    channel.onmessage = ({ data }) => {
      if (data === 'revoke') forget();
    };
    page.channel = channel;
  } catch {
    // Where storage is blocked there may be no channels, and nothing is stored that other tabs could forget.
  }
}

// From the start: a page that has asked nothing yet may ask later, and has perhaps shown what is stored.
listenToTabs();

/** Forgets everything in this page and in storage. */
function forget(): void {
  page.consent = false;
  page.revokes++;
  page.choice = null;
  page.unsaved = false;
  clearStored();
  notify();
}

/** Whether the visitor may be looked up and results stored: what the visitor said, else what the setting says. */
export const isAllowed = (consent: CheckedSettings['consent']): boolean =>
  page.consent ?? consent === 'not-required';

/** Whether the visitor is a crawler that is to be skipped. Cubot is no crawler, but a maker of telephones. */
export const isSkipped = ({ skipBots }: Pick<CheckedSettings, 'skipBots'>): boolean =>
  skipBots && /bot|crawl|spider|slurp/i.test((globalThis.navigator?.userAgent ?? '').replace(/cubot/i, ''));

/** Whether the page is being prerendered. An element named `prerendering` may hide the property: only `true` counts. */
export const isPrerendering = (): boolean =>
  (globalThis as { document?: { prerendering?: unknown } }).document?.prerendering === true;
