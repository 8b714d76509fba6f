/** Merges settings: a change of the page's, or a lookup's own over the page's. */

import { parseObject } from '../model/json.js';
import { absolute } from './document.js';
import type { Settings } from './settings.js';

const urlOf = (address: unknown) => (typeof address === 'string' && address ? absolute(address) : undefined);

/** The page's settings with others over them. Addresses are made absolute; an address on another origin loses the page's key. */
function over(page: Settings, next: Settings, mayHaveMoved: boolean): Settings {
  const settings = { ...page, ...next };
  const url = urlOf(settings.baseUrl);
  if (url) settings.baseUrl = url.href;
  const groups = parseObject(next.groups);
  // Compared as text, so that setting the same groups again is no change.
  if (groups) Object.assign(settings, { groups: JSON.stringify({ ...parseObject(page.groups), ...groups }) });
  const hasMoved = mayHaveMoved && url?.origin !== urlOf(page.baseUrl)?.origin;
  return hasMoved && !('apiKey' in next) ? { ...settings, apiKey: undefined } : settings;
}

/** A lookup's own settings over the page's. The page's key does not follow it to another origin. */
export const withOwn = (page: Settings, own: Settings): Settings =>
  over(page, Object.fromEntries(Object.entries(own).filter(([, value]) => value != null)), true);

/**
 * The page's settings after a change. An address is resolved when it is set, whatever becomes of the document's base, and
 * the key that was set for one origin does not stay for another.
 */
export const reconfigured = (page: Settings, change: Settings): Settings =>
  over(page, change, page.baseUrl !== undefined);

/** Whether a lookup with these settings asks the same as one with the page's own. */
export const asksAsPage = (settings: Settings, page: Settings): boolean =>
  (['baseUrl', 'apiKey', 'auth', 'params'] as const).every((name) => settings[name] === page[name]);
