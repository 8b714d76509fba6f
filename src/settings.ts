/** Page-wide settings, from JavaScript and from markup. */
import { expose } from './expose.js';
import { configure as configureLookups, type Settings } from './lookup/index.js';
import { absolute, configureDefaults, page } from './lookup/internal.js';
import { useView } from './view.js';

/**
 * Sets page-wide settings; those not named stay as they are. The key of one origin does not stay for another: an address
 * of another origin needs its key beside it.
 *
 * A value outside its row does not throw: it makes every lookup fail as `misconfigured`, with a message that names
 * the setting and what is allowed, and the page's own content stays.
 *
 * **A key in a page is visible to anyone who opens the page, and origin restriction is enforced by browsers only.**
 * Restrict the key to your origins, throttle it, and use a relay for a key that must stay private.
 */
export function configure(settings: Settings): void {
  useView();
  configureLookups(settings);
}

/** Reads the settings from the `data-*` attributes of the script's own tag; its flags lie beside it. */
export function configureFromScript({ src, dataset }: HTMLScriptElement): void {
  const { expose: exposed, ...settings } = dataset;
  configureDefaults({ flagsUrl: absolute('flags/', src || undefined)?.href });
  configure(settings as Settings);
  if (exposed === undefined ? page.exposed : exposed !== 'false') expose();
}
