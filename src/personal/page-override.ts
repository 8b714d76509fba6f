/** The visitor's override: where it is stored, and how it is merged into data and into an earlier one. */
import type { CompleteSettings } from '../lookup/settings.js';
import { OVERRIDE, readCookie, readStored, writeCookie, writeStored } from '../lookup/storage.js';
import { countryCode, countryOf } from '../model/country.js';
import { isObject } from '../model/json.js';
import { applyOverride } from '../model/override.js';
import { deepMerge } from '../model/paths.js';
import type { IpData } from '../model/types.js';

const nothing: IpData = {};
const merged = new WeakMap<IpData, WeakMap<IpData, IpData>>();

/** IP data with the override merged in. The same two objects give the same object each time. */
export function withOverride(data: IpData | undefined, override: IpData): IpData {
  const base = isObject(data) ? data : nothing;
  if (!isObject(override)) return base;
  const results = merged.get(base) ?? new WeakMap<IpData, IpData>();
  const result = results.get(override) ?? applyOverride(base, override);
  merged.set(base, results.set(override, result));
  return result;
}

/** Merges a further override into an earlier one. Another country replaces what described the earlier one. */
export const extendOverride = (earlier: IpData, further: IpData): IpData =>
  countryOf(earlier) ? applyOverride(earlier, further) : deepMerge(earlier, further);

/**
 * The settings that determine where an override is stored: in a cookie if `overrideCookie` is set, else in web storage.
 */
type StorageSettings = Pick<CompleteSettings, 'overrideCookie' | 'storage'>;

/** The override that an earlier page stored. From a cookie, only a country code is read. */
export function readOverride({ overrideCookie, storage }: StorageSettings): IpData | undefined {
  if (!overrideCookie) return readStored(storage, OVERRIDE);
  const code = countryCode(readCookie(overrideCookie));
  return code ? { location: { country: { code } } } : undefined;
}

/** Stores the override for later pages; a cookie gets only its country. `undefined` removes it. */
export function writeOverride(
  { overrideCookie, storage }: StorageSettings,
  override: IpData | undefined,
): void {
  writeCookie(overrideCookie, countryOf(override));
  writeStored(storage, OVERRIDE, overrideCookie ? undefined : override);
}

/** Whether exactly this is stored: in a cookie its country. */
export function isStored(settings: StorageSettings, override: IpData | undefined): boolean {
  const textOf = settings.overrideCookie ? countryOf : JSON.stringify;
  return textOf(readOverride(settings)) === textOf(override);
}
