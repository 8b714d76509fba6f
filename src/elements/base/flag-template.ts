import { html, nothing, type TemplateResult } from 'lit';
import { referrerPolicy } from '../../lookup/request.js';
import { flagEmoji } from '../../model/country.js';
import { flagUrl, onMissingFlag } from './flag.js';

/** A flag beside its country's name: an image, or else an emoji. It has no text, because type-ahead searches an option's. */
export function flagTemplate(
  code: string | undefined,
  loading: HTMLImageElement['loading'] = 'eager',
): TemplateResult | typeof nothing {
  if (!code) return nothing;
  const src = flagUrl(code);
  return src
    ? html`<img part="flag" alt="" width="36" height="24" loading=${loading} referrerpolicy=${referrerPolicy} src=${src} @error=${onMissingFlag} />`
    : html`<span part="flag" data-emoji=${flagEmoji(code)} aria-hidden="true"></span>`;
}
