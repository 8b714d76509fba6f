import { html, nothing, type TemplateResult } from 'lit';
import { absolute, page, setting } from '../lookup/internal.js';

/** The package keeps its flags beside the folder of this module; a classic script says where its own are. */
function folder(): URL | undefined {
  const set = setting(page.settings, 'flagsUrl');
  // Some bundlers leave nothing of a module's address.
  return typeof set === 'string' && set ? absolute(set) : absolute('../flags/', import.meta.url);
}

/**
 * A country's flag. One that can't be loaded disappears.
 *
 * @param code A checked two-letter country code.
 * @param alt The text alternative; empty where the text stands beside the flag.
 */
export function flag(code: string | undefined, alt = ''): TemplateResult | typeof nothing {
  const base = folder();
  if (!code || !base) return nothing;
  const src = `${base.href.replace(/\/?$/, '/')}${code.toUpperCase()}.svg`;
  return html`<img part="flag" src=${src} alt=${alt} width="18" height="12" @load=${settle} @error=${settle} />`;
}

function settle({ type, currentTarget }: Event): void {
  (currentTarget as HTMLImageElement).hidden = type === 'error';
}
