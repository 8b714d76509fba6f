/** For tests of pages: takes the place of the lookup service, and forgets everything between tests. No network is used. */

import { changeSettings } from './lookup/configure.js';
import type { AsData, IpData, LookupErrorCode, UserAgentData } from './lookup/index.js';
import { thisPage } from './lookup/page.js';
import { errorCodes, failingWith, isErrorCode, replaceService } from './lookup/replacement.js';
import type { ServiceReplacement } from './lookup/request.js';
import { textOf } from './lookup/settings.js';
import { forgetOverride } from './lookup/shared-state.js';
import { clearStored } from './lookup/storage.js';
import { parseObject } from './model/json.js';
import { writeCookie } from './personal/override.js';
import { overrideOf } from './personal/page-override.js';

/**
 * Makes every lookup respond with `response` until the next call or `reset()`, without a network: a data object, the code
 * of an error, or `pending` for no response. Known data and `initialData` are cleared, so elements on the page look up
 * again. Sets `retries` to 0 and, if the page has no `baseUrl`, a placeholder with `auth: 'none'`.
 *
 * @throws {TypeError} For anything else.
 */
export function respondWith(response: IpData | AsData | UserAgentData | LookupErrorCode | 'pending'): void {
  replaceService(replacementFor(response));
  const page = thisPage();
  // What is stored is removed with the results, and stored again at the next notification.
  page.state.isUnsaved = overrideOf(page) !== undefined;
  page.state.initialData = undefined;
  forgetResults();
  const { baseUrl } = page.state.settings;
  changeSettings(page, { retries: 0, ...(!baseUrl && { baseUrl: 'https://lookup.test/', auth: 'none' }) });
  page.notify();
}

/**
 * Forgets all results, settings, consent, the visitor's override and what is stored, and what `respondWith` set. Remove
 * elements from the page first: one that stays makes a lookup with what is set next. `expose()` continues: call the
 * function that it returned.
 */
export function reset(): void {
  const page = thisPage();
  const { state, settings, reported } = page;
  replaceService();
  writeCookie(settings.overrideCookie, '');
  Object.assign(state, { settings: {}, initialData: undefined, consent: undefined });
  forgetOverride(state);
  reported.clear();
  forgetResults();
  page.notify();
}

/** Queries of every copy of the package end when the number of revokes changes. */
function forgetResults(): void {
  thisPage().state.revokes++;
  clearStored();
}

function replacementFor(response: unknown): ServiceReplacement {
  if (response === 'pending') return () => new Promise(() => undefined);
  if (isErrorCode(response)) return failingWith(response, `The test responds with "${response}".`);
  const data = typeof response === 'object' && parseObject(response);
  if (!data)
    throw new TypeError(
      `respondWith() got "${textOf(response)}". Use a data object, pending, or one of ${errorCodes.join(', ')}.`,
    );
  return async () => ({ fetchedAt: Date.now(), data });
}
