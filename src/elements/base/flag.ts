import type { ReactiveElement } from '@lit/reactive-element';
import { hostOf, resolveUrl } from '../../lookup/document.js';
import { report, thisPage } from '../../lookup/page.js';
import { hasConsent } from '../../lookup/shared-state.js';
import { keptFor } from '../../model/cache.js';
import { renderAll } from './lookup-controller.js';

/** URLs from which no image could be loaded. */
const missing = new Set<string>();
/** What each function of the page returned, so that one whose URLs change is called once for a flag. */
const returned = new WeakMap<object, Record<string, string>>();

/** By `flagsUrl` of the page or of a classic script, else in the package, relative to this module. */
function configuredUrl(code: string): URL | undefined {
  const { settings, state } = thisPage();
  const set = settings.flagsUrl || state.flagsFolder;
  if (typeof set !== 'function')
    return resolveUrl(
      `${set || '../../flags'}/`.replace(/\/*$/, `/${code}.svg`),
      set ? undefined : import.meta.url,
    );
  try {
    const urls = keptFor(returned, set, (): Record<string, string> => ({}));
    urls[code] ??= set(code) || 'data:';
    return resolveUrl(urls[code]);
  } catch {
    return undefined;
  }
}

/** The URL of a flag. `undefined` if there is no image, which is reported unless consent or the page's function leaves it out. */
export function flagUrl(code: string): string | undefined {
  if (!hasConsent(thisPage().state)) return undefined;
  const { protocol = '', href = '' } = configuredUrl(code) ?? {};
  if (href === 'data:') return undefined;
  // Some bundlers make `import.meta.url` a `file:` URL of the build machine, from which a page loads nothing.
  const url = protocol === 'file:' && location.protocol !== protocol ? '' : href;
  if (url && !missing.has(url)) return url;
  const folder = url.replace(/[^/]*$/, '') || 'flags/';
  report(
    `Flag image not found in "${folder}"; showing an emoji. Set "flagsUrl" to a copy of dist/flags, or check img-src.`,
  );
  return undefined;
}

/** Handles a flag's `error` event: its element is rendered again without the image, and with it once the browser is online. */
export function onMissingFlag({ currentTarget }: Event): void {
  const image = currentTarget as HTMLImageElement;
  missing.add(image.src);
  (hostOf(image.getRootNode()) as Partial<ReactiveElement> | undefined)?.requestUpdate?.();
  globalThis.addEventListener('online', retry);
}

function retry(): void {
  missing.clear();
  renderAll();
}
