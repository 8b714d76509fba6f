/** What the lookup module alone has: it gives what the service says, and names the settings that it doesn't apply. */
import { OriginLookup as PageLookup } from './origin-lookup.js';
import { thisPage } from './page.js';
import type { Settings } from './settings.js';

/** The settings that only elements, `origin` and `OriginLookup` of `visitor-elements` apply. */
const notHere: readonly string[] = ['guess', 'overrideCookie', 'groups'];

/** Names the settings that the lookup module doesn't apply, in one line. */
function reportUnapplied(settings: Settings): void {
  const names = notHere.filter((name) => Object(settings)[name] != null);
  if (names.length)
    thisPage().report(
      `visitor-elements/lookup.js doesn’t apply "${names.join('", "')}". Import from visitor-elements.`,
    );
}

/**
 * Sets page-wide settings. Settings that you don't name stay as they are. A `baseUrl` on another origin drops the key
 * that was set before: set its key together with it.
 *
 * A wrong value doesn't throw. Every lookup fails as `misconfigured`, with a message that names the setting and what is
 * allowed. `guess`, `overrideCookie` and `groups` have no effect on the lookups of this module.
 */
export function configure(settings: Settings): void {
  reportUnapplied(settings);
  thisPage().configure(settings);
}

/**
 * The three origin lookups: the visitor's IP data, network and browser, as the service has them.
 *
 * Lookups on a page with the same URL, key and parameters share one request and its result. Settings of an instance
 * override those that `configure` set.
 *
 * A lookup that fails rejects with a `LookupError`.
 */
export class OriginLookup extends PageLookup {
  /** @param settings Settings that override the page's. With a wrong one, every lookup fails as `misconfigured`. */
  constructor(settings: Settings = {}) {
    super(settings);
    reportUnapplied(settings);
  }
}

/** The lookups with the page's own settings. */
export const origin = /* @__PURE__ */ new OriginLookup();
