/** Page-wide settings, from JavaScript and from markup. */

import { pageClient } from './lookup/client.js';
import { absolute } from './lookup/document.js';
import type { Settings } from './lookup/index.js';
import { expose } from './personal/expose.js';
import { personalise } from './personal/personalise.js';

/**
 * Sets page-wide settings; those not named stay as they are. A `baseUrl` on another origin drops the key that was set
 * before; set the key for it together with it.
 *
 * A value that is not allowed does not throw: it makes every lookup fail as `misconfigured`, with a message that names
 * the setting and what is allowed, and the page's own content stays.
 *
 * **A key in a page is visible to anyone who opens the page, and origin restriction is enforced by browsers only.**
 * Restrict the key to your origins, throttle it, and use a relay for a key that must stay private.
 */
export function configure(settings: Settings): void {
  personalise().client.configure(settings);
}

/** Reads the settings from the `data-*` attributes of the script's own tag. By default flags are beside the script's file. */
export function configureFromScript({ src, dataset }: HTMLScriptElement): void {
  const { expose: exposed, ...settings } = dataset;
  // A default overwrites no setting, and is no change of them.
  pageClient().state.defaults.flagsUrl = absolute('flags/', src || undefined)?.href;
  configure(settings as Settings);
  if (exposed !== undefined && exposed !== 'false') expose();
}
