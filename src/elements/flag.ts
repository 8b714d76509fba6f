import { html, type LitElement, nothing, type TemplateResult } from 'lit';
import { absolute, page, report, setting } from '../lookup/internal.js';

/** Addresses that gave no picture. */
const missing = new Set<string>();

/** The package keeps its flags beside the folder of this module; a page or a classic script says where its own are. */
function addressOf(code: string): URL | undefined {
  const set = setting({ ...page.defaults, ...page.settings }, 'flagsUrl');
  if (typeof set !== 'function')
    return absolute(
      `${set || '../flags'}/`.replace(/\/*$/, `/${code}.svg`),
      set ? undefined : import.meta.url,
    );
  try {
    return absolute(set(code) || 'data:');
  } catch {
    return undefined;
  }
}

/**
 * The file of a flag; `undefined` where there is none, which the console is told unless the page said so. Some bundlers
 * leave of a module's address nothing, or what it was on the machine that built the page, which no page may ask for.
 */
function fileOf(code: string): string | undefined {
  const { protocol = '', href = '' } = addressOf(code) ?? {};
  if (href === 'data:') return undefined;
  const foreign = protocol === 'file:' && location.protocol !== protocol;
  if (href && !foreign && !missing.has(href)) return href;
  report(
    'A flag’s file can’t be had, so an emoji takes its place: the setting flagsUrl says where the files are.',
  );
  return undefined;
}

/**
 * A country's flag: the file where it can be had, the emoji where it can't.
 *
 * @param code A checked two-letter country code, in capitals.
 * @param alt The text alternative; empty where the text stands beside the flag.
 */
export function flag(code: string | undefined, alt = ''): TemplateResult | typeof nothing {
  if (!code) return nothing;
  const src = fileOf(code);
  if (src) return html`<img part="flag" src=${src} alt=${alt} width="36" height="24" @error=${miss} />`;
  const emoji = String.fromCodePoint(...[...code].map((letter) => 0x1f1a5 + letter.charCodeAt(0)));
  return html`<span part="flag" role=${alt ? 'img' : nothing} aria-label=${alt || nothing} aria-hidden=${alt ? nothing : 'true'}>${emoji}</span>`;
}

function miss({ currentTarget }: Event): void {
  const image = currentTarget as HTMLImageElement;
  missing.add(image.src);
  const { host } = image.getRootNode() as Partial<ShadowRoot>;
  (host as LitElement | undefined)?.requestUpdate();
}
