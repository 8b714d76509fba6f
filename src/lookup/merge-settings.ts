/** Merges settings: a change of the page's, or a lookup's own over the page's. */
import { parseObject } from '../model/json.js';
import { resolveUrl } from './document.js';
import { type ParsedSettings, parseSettings, type Settings } from './settings.js';

const urlOf = (address: unknown) =>
  typeof address === 'string' && address ? resolveUrl(address) : undefined;

/**
 * Settings with a change over them. A `baseUrl` is made absolute. With `dropsKey`, a change to another origin without a key
 * of its own has none.
 */
function mergeSettings(settings: Settings, change: Settings, dropsKey: boolean): Settings {
  const merged = { ...settings, ...change };
  const url = urlOf(merged.baseUrl);
  if (url) merged.baseUrl = url.href;
  const groups = parseObject(change.groups);
  // Compared as text, so that setting the same groups again is no change.
  if (groups)
    Object.assign(merged, { groups: JSON.stringify({ ...parseObject(settings.groups), ...groups }) });
  const hasMoved = dropsKey && url?.origin !== urlOf(settings.baseUrl)?.origin;
  return hasMoved && !('apiKey' in change) ? { ...merged, apiKey: undefined } : merged;
}

/**
 * The page's settings after a change. An address is resolved when it is set, whatever becomes of the document's base, and
 * the key that was set for one origin does not stay for another.
 */
export const changePageSettings = (page: Settings, change: Settings): Settings =>
  mergeSettings(page, change, page.baseUrl !== undefined);

/** The settings of a lookup. */
export interface LookupSettings extends ParsedSettings {
  /** The page's settings that they were made from. */
  readonly page: Settings;
  /** Whether the lookup has the page's own service, key and parameters, so that it has the page's `initialData`. */
  readonly usesPageService: boolean;
}

/** The page's own settings, without others over them. */
export const pageSettings: Settings = {};

const known = new WeakMap<Settings, LookupSettings>();

/**
 * A lookup's own settings over the page's, merged once after each change of the page's. The page's key does not follow the
 * lookup to another origin.
 */
export function lookupSettings(page: Settings, own: Settings): LookupSettings {
  const last = known.get(own);
  if (last?.page === page) return last;
  const given = Object.entries(own).filter(([, value]) => value != null);
  const merged = mergeSettings(page, Object.fromEntries(given), true);
  const usesPageService = (['baseUrl', 'apiKey', 'auth', 'params'] as const).every(
    (name) => merged[name] === page[name],
  );
  const settings = { ...parseSettings(merged), page, usesPageService };
  known.set(own, settings);
  return settings;
}
