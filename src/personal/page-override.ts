/** The visitor's own country, which belongs to the page: what it changes, where it is kept, and when it is read again. */
import { documentProperty } from '../lookup/document.js';
import type { ObservedPage } from '../lookup/observer.js';
import { thisPage } from '../lookup/page.js';
import type { CompleteSettings } from '../lookup/settings.js';
import { hasConsent } from '../lookup/shared-state.js';
import { OVERRIDE, readStored, writeStored } from '../lookup/storage.js';
import { keptFor } from '../model/cache.js';
import { countryCode, countryOf } from '../model/country.js';
import { isObject, parseObject } from '../model/json.js';
import { applyOverride } from '../model/override.js';
import { deepMerge } from '../model/paths.js';
import type { IpData } from '../model/types.js';

const nothing: IpData = {};
const merged = new WeakMap<IpData, WeakMap<IpData, IpData>>();

/** IP data with the override merged in. The same two objects give the same object each time. */
export function withOverride(data: IpData | undefined, override: IpData): IpData {
  const base = isObject(data) ? data : nothing;
  if (!isObject(override)) return base;
  const results = keptFor(merged, base, () => new WeakMap());
  return keptFor(results, override, () => applyOverride(base, override));
}

/** Merges a further override into an earlier one. Another country replaces what described the earlier one. */
const extendOverride = (earlier: IpData, further: IpData): IpData =>
  countryOf(earlier) ? applyOverride(earlier, further) : deepMerge(earlier, further);

/**
 * The settings that determine where an override is stored: in a cookie if `overrideCookie` is set, else in web storage.
 */
type StorageSettings = Pick<CompleteSettings, 'overrideCookie' | 'storage'>;

/**
 * The value of a first-party cookie; empty if there is none, or if the page may have none. Of several, the last is that
 * of the whole site, which `writeCookie` sets: cookies for a deeper path come first.
 */
export function readCookie(name: string): string {
  try {
    const start = `${name}=`;
    const pairs = documentProperty('cookie')?.split('; ');
    return pairs?.findLast((pair) => pair.startsWith(start))?.slice(start.length) ?? '';
  } catch {
    return ''; // The page is sandboxed.
  }
}

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

/** Where an override is stored, as text. */
const sourceOf = ({ storage, overrideCookie }: StorageSettings) => `${storage} ${overrideCookie}`;

/** The override that an earlier page stored. From a cookie, only a country code is read. */
export function readOverride({ overrideCookie, storage }: StorageSettings): IpData | undefined {
  if (!overrideCookie) return readStored(storage, OVERRIDE);
  const code = countryCode(readCookie(overrideCookie));
  return code ? { location: { country: { code } } } : undefined;
}

/** Stores the override for later pages; a cookie gets only its country. `undefined` removes it. */
function writeOverride({ overrideCookie, storage }: StorageSettings, override: IpData | undefined): void {
  writeCookie(overrideCookie, countryOf(override));
  writeStored(storage, OVERRIDE, overrideCookie ? undefined : override);
}

/** Whether exactly this is stored: in a cookie its country. */
function isStored(settings: StorageSettings, override: IpData | undefined): boolean {
  const textOf = settings.overrideCookie ? countryOf : JSON.stringify;
  return textOf(readOverride(settings)) === textOf(override);
}

/** The name of the record. It must equal the name in `script/attributes.ts`, which can't import it. */
export const ATTRIBUTES = 'attributes';

/**
 * Removes what is known of the visitor from `<html>`, also what `visitor-attributes.min.js` restored on a page that writes
 * no attributes itself.
 */
function clearHtmlAttributes(): void {
  const root = documentProperty('documentElement');
  // The browser's own signal is known without consent.
  for (const name of root?.getAttributeNames() ?? [])
    if (/^data-visitor-(?!gpc$)/.test(name)) root?.removeAttribute(name);
}

/** Removes the stored attributes from both areas. */
export function dropStoredHtmlAttributes(): void {
  for (const area of ['session', 'local'] as const) writeStored(area, ATTRIBUTES, undefined);
}

/** Whether an object has no content, at any depth. */
const isEmpty = (value: unknown): boolean => isObject(value) && Object.values(value).every(isEmpty);

/** The override of one page. */
class PageOverride {
  readonly #page: ObservedPage;
  /** Where the override was read from, so that it is read only once. */
  #readFrom: string | undefined;

  constructor(page: ObservedPage) {
    this.#page = page;
    const { state } = page;
    let { revokes } = state;
    state.listeners.add(() => {
      if (revokes !== state.revokes) {
        clearHtmlAttributes();
        writeCookie(page.settings.overrideCookie, '');
      }
      revokes = state.revokes;
    });
    // The visitor may come back from a later page with another override.
    globalThis.addEventListener?.('pageshow', () => {
      if (!this.isOutdated()) return;
      state.override = undefined;
      page.notify();
    });
  }

  /** Whether another page has stored or removed an override since this page read or stored its own. */
  isOutdated(): boolean {
    const { state, settings } = this.#page;
    return (
      !state.isUnsaved &&
      hasConsent(state) &&
      (this.#readFrom ?? sourceOf(settings)) === sourceOf(settings) &&
      !isStored(settings, state.override ?? undefined)
    );
  }

  /**
   * The visitor's override. It is read once, so an override in another tab takes effect from the next page on, or when
   * this page is restored or has a further override.
   */
  get(): IpData | undefined {
    const { state, settings } = this.#page;
    const { override, isUnsaved } = state;
    const source = sourceOf(settings);
    const isRead = override
      ? !isUnsaved || this.#readFrom === source
      : override === null && (isUnsaved || (this.#readFrom ?? source) === source);
    if (!isRead && hasConsent(state)) {
      this.#readFrom = source;
      const stored = readOverride(settings) ?? null;
      // One made before consent is newer than the stored one.
      state.override = override ? extendOverride(stored ?? {}, override) : stored;
    }
    return state.override ?? undefined;
  }

  /** Adds an object to the override; `null` removes the override. Every observer on the page is notified. */
  set(given: IpData | null): void {
    const { state } = this.#page;
    const further = given && parseObject(given);
    if (further === undefined || isEmpty(further)) return;
    const isOutdated = this.isOutdated();
    if (isOutdated) state.override = undefined;
    const before = this.get();
    const next = further && extendOverride(before ?? {}, further);
    // Else a listener that sets the same override at each change would be called without end.
    if (next && !isOutdated && JSON.stringify(next) === JSON.stringify(before)) return;
    state.listeners.add(this.#save);
    state.override = next;
    state.isUnsaved = true;
    dropStoredHtmlAttributes();
    this.#page.notify();
  }

  /**
   * Stores the override as soon as consent allows it; in a cookie only if no visitor is simulated. Removing it needs no
   * consent.
   */
  readonly #save = () => {
    const { state, settings } = this.#page;
    const isSimulated = state.isHeld || (settings.overrideCookie && state.simulation);
    if (!state.isUnsaved || (state.override && (isSimulated || !hasConsent(state)))) return;
    const override = this.get();
    state.isUnsaved = false;
    writeOverride(settings, override);
    // Storage may be none, blocked or full.
    state.isUnsaved = this.isOutdated();
  };
}

const overrides = new WeakMap<ObservedPage, PageOverride>();

/** The override of a page. From the first use on, the page reads it again when the visitor comes back to it. */
export const overrideOf = (page: ObservedPage): PageOverride =>
  keptFor(overrides, page, () => new PageOverride(page));

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
  overrideOf(thisPage()).set(data);
}

/** Removes the visitor's override. */
export function clearOverride(): void {
  overrideOf(thisPage()).set(null);
}
