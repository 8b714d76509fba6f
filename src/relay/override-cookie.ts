/** The visitor's own country, which the page stores in a cookie. */
import { countryCode } from '../model/country.js';
import { applyOverride } from '../model/override.js';
import type { Data } from './body.js';
import { completeFromCountry } from './source-data.js';

const dataOfCountry = (code: string) => ({ location: { country: { code } } });

/**
 * The upper-case country code in a cookie. Of several of this name, the last is that of the whole site.
 *
 * @param cookies The request's header `Cookie`.
 * @param name The cookie's name. Empty for none.
 * @returns Empty without that cookie, and if its value isn't a country.
 */
export function countryInCookie(cookies: string | null | undefined, name: string): string {
  if (!name || !cookies) return '';
  const [all, start] = [`; ${cookies}`, `; ${name}=`];
  const at = all.lastIndexOf(start);
  const [value] = at < 0 ? [] : all.slice(at + start.length).split(';', 1);
  return countryCode(value);
}

/**
 * IP data as a page shows it to a visitor who chose a country: without data of another country, and with the facts of
 * the chosen one.
 */
export const withChosenCountry = (data: Data, code: string): Data =>
  completeFromCountry({ ...applyOverride(data, dataOfCountry(code)) });
