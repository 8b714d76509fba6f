/** What happens to a page while it is open. */
import { listenToTabs } from './consent.js';
import { ofDocument } from './document.js';

interface Happenings {
  /** What readers may do, or what they ask, may be another thing now. */
  changed(): void;
  online(): void;
  /** The page is back from the back/forward cache. */
  restored(): void;
}

export function watchPage({ changed, online, restored }: Happenings): void {
  listenToTabs();
  globalThis.addEventListener?.('online', online);
  if (!globalThis.document) return;
  ofDocument('addEventListener')?.('prerenderingchange', changed);
  addEventListener('load', changed);
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) restored();
  });
}
