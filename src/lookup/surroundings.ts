/** What happens to a page while it is open. */
import { forget, listenToTabs } from './consent.js';
import { ofDocument } from './document.js';
import { isTakenAway } from './storage.js';

/**
 * @param changed Readers may ask something else now, or ask at last.
 * @param online The browser is back online.
 */
export function watchPage(changed: () => void, online: () => void): void {
  listenToTabs();
  globalThis.addEventListener?.('online', online);
  if (!globalThis.document) return;
  ofDocument('addEventListener')?.('prerenderingchange', changed);
  globalThis.addEventListener?.('load', changed);
  // A page in the back/forward cache hears nothing of a revoke.
  globalThis.addEventListener?.('pageshow', ({ persisted }) => {
    if (persisted && isTakenAway()) forget();
  });
}
