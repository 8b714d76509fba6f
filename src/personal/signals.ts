import { documentProperty } from '../lookup/document.js';
import type { BrowserSignals } from '../model/conditions.js';

type NavigatorWithGpc = Navigator & { readonly globalPrivacyControl?: unknown };

/**
 * The browser's signals about its visitor. A browser without the property doesn't send the signal. Servers have a
 * `navigator` too, which says nothing about the visitor.
 */
export function browserSignals(): BrowserSignals {
  const { navigator, WorkerNavigator }: { navigator?: NavigatorWithGpc; WorkerNavigator?: typeof Navigator } =
    globalThis;
  const isBrowser =
    documentProperty('documentElement') || (WorkerNavigator && navigator instanceof WorkerNavigator);
  return { gpc: isBrowser ? navigator?.globalPrivacyControl === true : undefined };
}
