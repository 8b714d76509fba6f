/** Merges settings: a change into the page's, and a lookup's own over the page's. */
import { parseObject } from '../model/json.js';
import { resolveUrl } from './document.js';
import { type ParsedSettings, parseSettings, type Settings } from './settings.js';

const parsedUrl = (url: unknown) => (typeof url === 'string' && url ? resolveUrl(url) : undefined);

/**
 * Settings with a change. Makes URLs absolute, and `baseUrl` with a slash at its end, so that equal ones have equal texts. With
 * `dropsKey`, removes the key if the change has another origin and no key of its own.
 */
function mergeSettings(settings: Settings, change: Settings, dropsKey: boolean): Settings {
  const merged = { ...settings, ...change };
  const url = parsedUrl(merged.baseUrl);
  if (url) merged.baseUrl = url.href.replace(/\/?$/, '/');
  const flagsUrl = parsedUrl(change.flagsUrl);
  if (flagsUrl) merged.flagsUrl = flagsUrl.href;
  const groups = parseObject(change.groups);
  // Compared as text, so that setting equal groups again is no change.
  if (groups)
    Object.assign(merged, { groups: JSON.stringify({ ...parseObject(settings.groups), ...groups }) });
  const hasMoved = dropsKey && url?.origin !== parsedUrl(settings.baseUrl)?.origin;
  return hasMoved && !('apiKey' in change) ? { ...merged, apiKey: undefined } : merged;
}

/**
 * The page's settings after a change. A URL is resolved when it is set, so later changes of the document's base don't
 * matter. A key that was set for one origin is never sent to another.
 */
export const changePageSettings = (page: Settings, change: Settings): Settings =>
  mergeSettings(page, change, page.baseUrl !== undefined);

/** The settings of one lookup. */
export interface LookupSettings extends ParsedSettings {
  /** The page's settings from which these were made. */
  readonly page: Settings;
  /**
   * Whether the lookup has the page's own service, key and parameters. Only such a lookup uses the page's
   * `initialData`.
   */
  readonly usesPageService: boolean;
}

/** For a lookup that overrides no setting. Always the same object, because merged settings are cached by it. */
export const noOwnSettings: Settings = {};

const known = new WeakMap<Settings, LookupSettings>();

/**
 * A lookup's own settings merged over the page's. Cached until the page's settings change. The page's key is never sent
 * to another origin.
 */
export function lookupSettings(page: Settings, own: Settings): LookupSettings {
  const last = known.get(own);
  if (last?.page === page) return last;
  const given = Object.fromEntries(Object.entries(own).filter(([, value]) => value != null));
  // A URL that was resolved before stays the same, whatever the document's base is now.
  if (given['baseUrl'] && last) given['baseUrl'] = last.values.baseUrl || given['baseUrl'];
  const merged = mergeSettings(page, given, true);
  const usesPageService = (['baseUrl', 'apiKey', 'auth', 'params'] as const).every(
    (name) => merged[name] === page[name],
  );
  const settings = { ...parseSettings(merged), page, usesPageService };
  known.set(own, settings);
  return settings;
}
