import { html, nothing, type TemplateResult } from 'lit';
import { flagEmoji } from '../../model/country.js';
import { flagFile, onMissingFlag, referrerPolicy } from './flag.js';

/**
 * A country's flag beside the country's name: its image, or an emoji if there is no image.
 *
 * @param code A checked two-letter country code, in upper case.
 */
export function flagTemplate(code: string | undefined): TemplateResult | typeof nothing {
  if (!code) return nothing;
  const src = flagFile(code);
  return src
    ? html`<img part="flag" referrerpolicy=${referrerPolicy} src=${src} alt="" width="36" height="24" @error=${onMissingFlag} />`
    : html`<span part="flag" aria-hidden="true">${flagEmoji(code)}</span>`;
}
