import { changeSettings } from './lookup/configure.js';
import { resolveUrl } from './lookup/document.js';
import { thisPage } from './lookup/page.js';
import { settingNames } from './lookup/settings.js';
import { nearest } from './model/conditions.js';
import { parseObject } from './model/json.js';
import type { Settings } from './model/types.js';
import { expose } from './personal/expose.js';
import { addGuess } from './personal/guess.js';
import { keepOverridesOf } from './personal/override.js';
// The rules of all settings, also in a bundle of nothing else.
import './personal/page-groups.js';
import './personal/personalise.js';
import { readServerTiming } from './server-timing.js';

/**
 * Sets page-wide settings. Settings that you don't name stay as they are. A `baseUrl` on another origin, or another
 * `service`, drops the key that was set before: set its key together with it.
 *
 * A wrong value doesn't throw. Every lookup fails as `misconfigured`, with a message that names the setting and what
 * is allowed. The page's own content stays.
 *
 * **A key in a page is visible to anyone who opens the page, and origin restriction is enforced by browsers only.**
 * Restrict the key to your origins, throttle it, and use a relay for a key that must stay private.
 */
export function configure(settings: Settings): void {
  const page = thisPage();
  // Here, so that elements that are imported alone don't carry it.
  addGuess();
  // From here on, a revoke clears the cookie of the visitor's own country.
  keepOverridesOf(page);
  const added = parseObject(settings?.groups);
  // As text, so that setting equal groups again is no change.
  const groups = added && JSON.stringify({ ...parseObject(page.state.settings.groups), ...added });
  changeSettings(page, Object.assign({ ...settings }, groups && { groups }));
}

/** Reads the settings from the `data-*` attributes of the script's own tag. By default flags are beside the script's file. */
export function configureFromScript({ src, dataset }: HTMLScriptElement): void {
  const { expose: exposed, simulate, ...settings } = dataset;
  const { state } = thisPage();
  // A default overrides no setting, and doesn't count as a change.
  state.flagsFolder = resolveUrl('flags/', src || undefined)?.href;
  const names = settingNames();
  // Other tools have attributes on a script's tag too, such as `data-cfasync`, so only misspelt settings are named.
  const own = Object.entries(settings).filter(([name]) => names.includes(name) || nearest(name, names));
  configure({
    ...Object.fromEntries(own),
    ...(settings.initialData === 'server-timing' && { initialData: readServerTiming() }),
  });
  // Turbo runs a tag in the body again on each page: this copy's own function would send a request of its own.
  state.expose ??= expose;
  if (exposed !== undefined && exposed !== 'false') state.expose();
}
