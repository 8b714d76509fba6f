/** Whether a lookup may start now. */
import { LookupError } from './error.js';
import { nextChange, page } from './page.js';
import type { CheckedSettings } from './settings.js';

/**
 * What a lookup must wait for: consent, or the activation of a prerendered page; `undefined` when it may start.
 *
 * @throws {LookupError} `skipped` for a crawler.
 */
export function closedGate({ consent, skipBots }: CheckedSettings): Promise<unknown> | undefined {
  // Cubot makes telephones.
  const userAgent = globalThis.navigator?.userAgent?.replace(/cubot/i, '');
  if (skipBots && /bot|crawl|spider|slurp/i.test(userAgent))
    throw new LookupError('skipped', 'No lookup was made: the visitor is a crawler.');
  if (!consents(consent)) return nextChange();
  if ((globalThis.document as { prerendering?: boolean } | undefined)?.prerendering)
    return new Promise((resolve) => document.addEventListener('prerenderingchange', resolve, { once: true }));
  return undefined;
}

/** Whether the visitor may be looked up and results stored: what the visitor said, else what the setting says. */
export function consents(setting: CheckedSettings['consent']): boolean {
  return page.consent ?? setting === 'not-required';
}
