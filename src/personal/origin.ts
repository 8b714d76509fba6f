import { OriginLookup as PlainLookup } from '../lookup/origin-lookup.js';
import type { Settings } from '../model/types.js';
import { addGuess } from './guess.js';
import { personalise } from './personalise.js';

/**
 * The three origin lookups: the visitor's IP data, network and browser.
 *
 * Lookups on a page with the same URL, key and parameters share one request and its result. Settings of an instance
 * override those that `configure` set. IP data has the visitor's own country, as everywhere on the page.
 *
 * A lookup that fails rejects with a `LookupError`.
 */
export class OriginLookup extends PlainLookup {
  /** @param settings Settings that override the page's. With a wrong one, every lookup fails as `misconfigured`. */
  constructor(settings: Settings = {}) {
    super(settings, personalise);
    if (settings?.guess) addGuess();
  }
}

/** The lookups with the page's own settings. */
export const origin = /* @__PURE__ */ new OriginLookup();
