/** Settings laid over others. A key goes where it was meant to go, and nowhere else. */
import { absolute, type Settings } from './settings.js';

const defined = (settings: Settings): Settings =>
  Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined && value !== null));

const originOf = (address: unknown) =>
  typeof address === 'string' && address ? absolute(address)?.origin : undefined;

/** A reader's own settings over the page's. The page's key does not follow it to another origin. */
export function withOwn(page: Settings, own: Settings): Settings {
  const set = defined(own);
  const astray = set.baseUrl !== undefined && originOf(set.baseUrl) !== originOf(page.baseUrl);
  return { ...page, ...(astray && { apiKey: undefined }), ...set };
}

/**
 * The page's settings after a change. An address is what it is at that moment, whatever becomes of the document's base,
 * and the key that was set for one origin does not stay for another.
 */
export function reconfigured(page: Settings, change: Settings): Settings {
  const next = { ...page, ...change };
  const base = originOf(next.baseUrl);
  if (base && next.baseUrl) next.baseUrl = absolute(next.baseUrl)?.href;
  const moved = page.baseUrl !== undefined && originOf(page.baseUrl) !== base;
  return moved && !('apiKey' in change) ? { ...next, apiKey: undefined } : next;
}
