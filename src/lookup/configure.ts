/** Settings and consent, as a page's scripts change them. A page whose elements have all settings doesn't load it. */
import { parseObject } from '../model/json.js';
import type { Settings, TimestampedData } from '../model/types.js';
import { haveSameValues } from './observer.js';
import { type Page, thisPage } from './page.js';
import { keyOwnerOf, mergeSettings, settingNames } from './settings.js';
import { callSafely } from './shared-state.js';
import { REVOKE } from './tabs.js';

/** Reports the names that are no settings, in one line; of lookups also the settings that only elements and the root have. */
export function reportUnknown(page: Page, settings: object, isOfLookups: boolean): void {
  const names = settingNames(isOfLookups);
  const unknown = Object.entries(settings ?? {}).flatMap(([name, value]) =>
    value == null || names.includes(name) ? [] : name,
  );
  if (!unknown.length) return;
  const place = isOfLookups ? ' of visitor-elements/lookup.js' : '';
  const wayOut = unknown.includes('simulate') ? ' To simulate, import visitor-elements/devtools.js.' : '';
  page.report(`There is no setting "${unknown.join('", "')}"${place}.${wayOut}`);
}

/** Merges a change into a page's settings. Its URLs are resolved now, whatever the document's base is later. */
export function changeSettings(page: Page, change: Settings, isOfLookups = false): void {
  reportUnknown(page, change, isOfLookups);
  const { state } = page;
  const before = state.settings;
  // The root's groups, which it merges itself, are not replaced from the lookup module.
  const groups = isOfLookups && before.groups;
  const merged = { ...change, ...(groups && { groups }) };
  const after = mergeSettings(before, merged, keyOwnerOf(before) !== undefined);
  if (haveSameValues(before, after)) return;
  state.settings = after;
  if (before.initialData !== after.initialData) state.initialData = parseInitialData(page, after.initialData);
  page.notify();
}

/** The setting `initialData` as data of this moment. Equal data set again, as by a second render, is no new data. */
function parseInitialData({ state, report }: Page, setting: unknown): TimestampedData | undefined {
  const data = parseObject(setting);
  const last = state.initialData;
  if (data && JSON.stringify(data) === JSON.stringify(last?.data)) return last;
  if (data) return { data, fetchedAt: Date.now() };
  if (setting && setting !== 'null')
    report(
      setting === 'server-timing'
        ? 'The setting "initialData" is "server-timing". Use readServerTiming() of visitor-elements/server-timing.js.'
        : 'The setting "initialData" is invalid. Use an IP data object.',
    );
  return undefined;
}

/**
 * Sets page-wide settings. Settings that you don't name stay as they are. A `baseUrl` on another origin, or another
 * `service`, drops the key that was set before: set its key together with it.
 *
 * A wrong value doesn't throw. Every lookup fails as `misconfigured`, with a message that names the setting and what is
 * allowed. `guess`, `overrideCookie` and `groups` have no effect on the lookups of this module.
 */
export function configure(settings: Settings): void {
  changeSettings(thisPage(), settings, true);
}

/**
 * Records that the visitor consents. Lookups that wait for consent start, and results may be stored. The grant applies
 * to this page: call it again on the next.
 */
export function grantConsent(): void {
  const { state, notify } = thisPage();
  state.consent = true;
  notify();
}

/**
 * Records that the visitor doesn't consent. Removes everything known and stored, including the visitor's own country.
 * No lookup is made on this page until `grantConsent()`, whatever the setting `consent` is. The next page looks up again,
 * unless `consent` is `required`. Other tabs of the same origin do the same.
 */
export function revokeConsent(): void {
  const page = thisPage();
  callSafely(() => page.state.channel?.postMessage(REVOKE));
  page.forget();
}
