/** The first step of a classic script: sends the lookup before the rest of the script is evaluated. */

import { documentProperty } from '../lookup/document.js';
import { sendEarly } from '../lookup/early-lookup.js';
import type { Settings } from '../lookup/settings.js';

/** An element with one of these attributes starts its lookup itself: the lookup is its own, or comes later. */
const startsItself = '[base-url],[api-key],[auth],[params],[loading],[from]';

/**
 * Sends the page's IP lookup if the page has an element that will show it.
 * @param tags The elements that the script registers and that show the page's IP lookup. Elements that are registered
 * already start the lookup themselves.
 * @returns Whether the page has such an element.
 */
export function sendForElements(tags: readonly string[]): boolean {
  const waiting = tags
    .filter((tag) => !globalThis.customElements?.get(tag))
    .map(
      (tag) => `${tag}:not(${startsItself})${tag === 'visitor-switch' ? '>template:not([data-gpc])' : ''}`,
    );
  if (!waiting.length || !documentProperty('querySelector')?.(waiting.join())) return false;
  const script = documentProperty('currentScript');
  if (script instanceof HTMLScriptElement) sendEarly(script.dataset as Settings);
  return true;
}
