/** Changes the visitor's override, and stores it for later pages as soon as that is allowed. `page-override.ts` reads it. */
import { isPrerendering } from '../lookup/document.js';
import type { PageContext } from '../lookup/observer.js';
import { thisPage } from '../lookup/page.js';
import { forgetOverride, hasConsent, onRevoke } from '../lookup/shared-state.js';
import { areas, OVERRIDE, writeStored } from '../lookup/storage.js';
import { countryOf } from '../model/country.js';
import { isObject, parseObject } from '../model/json.js';
import type { IpData } from '../model/types.js';
import { differsFromStored, extendOverride, overrideOf } from './page-override.js';

/** Keeps a value in a first-party cookie for a year; an empty value removes it. Without a name it does nothing. */
export function writeCookie(name: string, value: string): void {
  const secure = globalThis.location?.protocol === 'https:' ? '; Secure' : '';
  const cookie = `${name}=${value}; Path=/; SameSite=Lax; Max-Age=${value ? 31_536_000 : 0}${secure}`;
  try {
    // An element such as `<img name="cookie">` hides `document.cookie`.
    if (name) Reflect.set(Object.getPrototypeOf(document), 'cookie', cookie, document);
  } catch {
    // The page works without cookies, and a server has none.
  }
}

/** The record's name, which `script/attributes.ts` has too, because it can't import it. */
export const ATTRIBUTES = 'attributes';

export function dropStoredHtmlAttributes(): void {
  for (const area of areas) writeStored(area, ATTRIBUTES, undefined);
}

/** At any depth. */
const isEmpty = (value: unknown): boolean => isObject(value) && Object.values(value).every(isEmpty);

/**
 * Stores the override once consent allows it; in a cookie only if no visitor is simulated. Removing needs no consent.
 * Browsers forget what a prerendered page puts into `sessionStorage`.
 */
function save(page: PageContext): void {
  const { state, settings } = page;
  const { overrideCookie, storage } = settings;
  const isSimulated = state.isHeld || (overrideCookie && state.simulation);
  if (!state.isUnsaved || isPrerendering() || (state.override && (isSimulated || !hasConsent(state)))) return;
  const override = overrideOf(page);
  state.isUnsaved = false;
  writeCookie(overrideCookie, countryOf(override));
  writeStored(storage, OVERRIDE, overrideCookie ? undefined : override);
  // Storage may be none, blocked or full.
  state.isUnsaved = differsFromStored(page);
}

/** Adds an object to a page's override; `null` removes the override. Every observer on the page is notified. */
function changeOverride(given: IpData | null): void {
  const page = thisPage();
  const { state } = page;
  keepOverridesOf(page);
  const further = given && parseObject(given);
  if (further === undefined || isEmpty(further)) return;
  const isOutdated = differsFromStored(page);
  if (isOutdated) forgetOverride(state);
  const before = overrideOf(page);
  const next = further ? extendOverride(before ?? {}, further) : undefined;
  // Else a listener that sets the same override at each change would be called without end.
  if (next && !isOutdated && JSON.stringify(next) === JSON.stringify(before)) return;
  state.override = next;
  state.isUnsaved = true;
  dropStoredHtmlAttributes();
  page.notify();
}

const saved = new WeakSet<PageContext>();

/** From here on, the page's override is stored when it changes, and a revoke clears its cookie. */
export function keepOverridesOf(page: PageContext): void {
  if (saved.has(page)) return;
  saved.add(page);
  onRevoke(page.state, () => writeCookie(page.settings.overrideCookie, ''));
  page.state.listeners.add(() => save(page));
}

/**
 * Merges the visitor's own data over the IP data, for every element, subscriber and attribute on `<html>`. It is stored
 * like results, for later pages; with `storage: 'local'`, other tabs use it from their next page on. Each further call
 * adds to the override, also to what another page stored meanwhile. If the lookup fails, the override alone is used.
 *
 * If the override has another country than the IP data, `location`, `currency` and `time_zone` of the IP data are
 * removed, and `in_eu` is set from the override's country. A value that isn't an object, has no content, or is nested
 * more than 100 deep, is ignored.
 */
export function override(data: IpData): void {
  changeOverride(Object(data));
}

/** Removes the visitor's override. */
export function clearOverride(): void {
  changeOverride(null);
}
