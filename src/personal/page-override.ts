/** The visitor's own country, which belongs to the page: what it changes, and when it is read. `override.ts` changes it. */
import { documentProperty } from '../lookup/document.js';
import type { PageContext } from '../lookup/observer.js';
import { addRules, textRule } from '../lookup/settings.js';
import { forgetOverride, hasConsent, onRevoke } from '../lookup/shared-state.js';
import { OVERRIDE, readStored } from '../lookup/storage.js';
import { keptFor } from '../model/cache.js';
import { applyOverride, countryCode, countryOf } from '../model/country.js';
import { deepMerge } from '../model/json.js';
import type { CompleteSettings, IpData } from '../model/types.js';

addRules({
  overrideCookie: textRule('the name of a cookie', (value) => /^[\w!#$%&'*+.^`|~-]*$/.test(value)),
});

/** What is known of a visitor without any data. */
export const nothing: IpData = /* @__PURE__ */ Object.freeze({});
const merged = new WeakMap<IpData, Map<string, IpData>>();

/** IP data with the override merged in: for the same data, an equal override set again gives the same object. */
export function withOverride(data: IpData | undefined, override: IpData): IpData {
  const base = data ?? nothing;
  const results = keptFor(merged, base, () => new Map());
  return keptFor(results, JSON.stringify(override), () => applyOverride(base, override));
}

/** Merges a further override into an earlier one. Another country replaces what described the earlier one. */
export const extendOverride = (earlier: IpData, further: IpData): IpData =>
  countryOf(earlier) ? applyOverride(earlier, further) : deepMerge(earlier, further);

/** A first-party cookie's value; empty if there is none. Of several, the last is the whole site's, as `writeCookie` sets it. */
export function readCookie(name: string): string {
  try {
    const start = `${name}=`;
    const pairs = documentProperty('cookie')?.split('; ');
    return pairs?.findLast((pair) => pair.startsWith(start))?.slice(start.length) ?? '';
  } catch {
    return ''; // The page is sandboxed.
  }
}

const sourceOf = ({ storage, overrideCookie }: CompleteSettings) => `${storage} ${overrideCookie}`;

/** The override that an earlier page stored: in a cookie, which has only its country, if `overrideCookie` is set. */
function readOverride({ overrideCookie, storage }: CompleteSettings): IpData | undefined {
  if (!overrideCookie) return readStored(storage, OVERRIDE);
  const code = countryCode(readCookie(overrideCookie));
  return code ? { location: { country: { code } } } : undefined;
}

/** Removes what is known of the visitor from `<html>`, also what `visitor-attributes.min.js` restored. */
function clearHtmlAttributes(): void {
  const root = documentProperty('documentElement');
  // The browser's own signal is known without consent.
  for (const name of root?.getAttributeNames() ?? [])
    if (/^data-visitor-(?!gpc$)/.test(name)) root?.removeAttribute(name);
}

const watched = new WeakSet<PageContext>();

/** Before the first use of an override: the visitor may come from a page with another one to this one, kept or prerendered. */
function watch(page: PageContext): void {
  if (watched.has(page)) return;
  watched.add(page);
  onRevoke(page.state, clearHtmlAttributes);
  const look = () => {
    if (!differsFromStored(page)) return;
    forgetOverride(page.state);
    page.notify();
  };
  globalThis.addEventListener?.('pageshow', look);
  documentProperty('addEventListener')?.('prerenderingchange', look, true); // Before elements show the old one.
}

/** Whether the stored override isn't this page's: another page has changed it since, or storage refuses it. */
export function differsFromStored({ state, settings }: PageContext): boolean {
  const source = sourceOf(settings);
  if (state.isUnsaved || !hasConsent(state) || (state.overrideSource ?? source) !== source) return false;
  // A cookie has only the country.
  const keptPart = settings.overrideCookie ? countryOf : JSON.stringify;
  return keptPart(readOverride(settings)) !== keptPart(state.override);
}

/** The visitor's override, read once: another tab's takes effect on the next page, or when this one is restored or changed. */
export function overrideOf(page: PageContext): IpData | undefined {
  watch(page);
  const { state, settings } = page;
  const source = sourceOf(settings);
  // A removal that isn't saved yet, and a stored override that was read from elsewhere, stay.
  const mayRead = !state.override === !state.isUnsaved;
  if (!state.isHeld && state.overrideSource !== source && mayRead && hasConsent(state)) {
    state.overrideSource = source;
    const stored = readOverride(settings);
    // One made before consent is newer than the stored one.
    state.override = state.override ? extendOverride(stored ?? {}, state.override) : stored;
  }
  return state.override;
}
