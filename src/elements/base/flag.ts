import { pageClient } from '../../lookup/client.js';
import { resolveUrl } from '../../lookup/document.js';
import { report } from '../../lookup/report.js';

/** Addresses from which no picture could be loaded. */
const missing = new Set<string>();

/** Where a country's flag is: as the page or a classic script says (`flagsUrl`), else in the package, beside this module. */
function addressOf(code: string): URL | undefined {
  const { settings, state } = pageClient();
  const set = settings.flagsUrl || state.defaults.flagsUrl;
  if (typeof set !== 'function')
    return resolveUrl(
      `${set || '../../flags'}/`.replace(/\/*$/, `/${code}.svg`),
      set ? undefined : import.meta.url,
    );
  try {
    return resolveUrl(set(code) || 'data:');
  } catch {
    return undefined;
  }
}

/**
 * The address of a flag's file. Where there is none, it is `undefined`, and this is reported unless the page's own
 * `flagsUrl` gave none. Some bundlers drop a module's address or leave its `file:` address on the machine that built the
 * page, which no page may load from.
 */
export function flagFile(code: string): string | undefined {
  const { protocol = '', href = '' } = addressOf(code) ?? {};
  if (href === 'data:') return undefined;
  const isForeign = protocol === 'file:' && location.protocol !== protocol;
  if (href && !isForeign && !missing.has(href)) return href;
  const folder = href.replace(/[^/]*$/, '');
  report(
    `Flag image not found in "${folder}"; showing an emoji. Copy dist/flags there, set "flagsUrl", or check img-src.`,
  );
  return undefined;
}

/** Listens to the `error` event of a flag's picture: its element is rendered again, without the file. */
export function onMissingFlag({ currentTarget }: Event): void {
  const image = currentTarget as HTMLImageElement;
  missing.add(image.src);
  const { host } = image.getRootNode() as Partial<ShadowRoot>;
  (host as { requestUpdate?(): void } | undefined)?.requestUpdate?.();
}
