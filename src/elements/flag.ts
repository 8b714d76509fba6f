import { html, type LitElement, nothing, type TemplateResult } from 'lit';
import { absolute, page, setting } from '../lookup/internal.js';
import { report } from '../report.js';

/** Addresses that gave no picture. */
const missing = new Set<string>();

/** The package keeps its flags beside the folder of this module; a page or a classic script says where its own are. */
function address(code: string): string | undefined {
  const set = setting(page.settings, 'flagsUrl') as string | ((code: string) => unknown);
  try {
    const found =
      typeof set === 'function' ? set(code) : `${set || '../flags'}/`.replace(/\/*$/, `/${code}.svg`);
    // Some bundlers leave nothing of a module's address, or the file it was on the machine that built the page.
    const { href, protocol } = absolute(String(found ?? ''), set ? undefined : import.meta.url) ?? {};
    return (found && protocol !== 'file:') || location.protocol === 'file:' ? href : undefined;
  } catch {
    return undefined;
  }
}

/**
 * A country's flag: the file where it can be had, the emoji where it can't.
 *
 * @param code A checked two-letter country code, in capitals.
 * @param alt The text alternative; empty where the text stands beside the flag.
 */
export function flag(code: string | undefined, alt = ''): TemplateResult | typeof nothing {
  if (!code) return nothing;
  const src = address(code);
  if (src && !missing.has(src))
    return html`<img part="flag" src=${src} alt=${alt} width="36" height="24" @error=${miss} />`;
  report(
    `No file of a flag at ${src ?? 'the place of this module'}: an emoji takes its place. The setting flagsUrl says where the files are.`,
  );
  const emoji = String.fromCodePoint(...[...code].map((letter) => 0x1f1a5 + letter.charCodeAt(0)));
  return html`<span part="flag" role="img" aria-label=${alt || nothing} aria-hidden=${!alt}>${emoji}</span>`;
}

function miss({ currentTarget }: Event): void {
  const image = currentTarget as HTMLImageElement;
  missing.add(image.src);
  ((image.getRootNode() as ShadowRoot).host as LitElement).requestUpdate();
}
