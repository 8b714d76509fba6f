import { fieldValue, toText } from './paths.js';

/** Placeholders that aren't country codes: unknown (`XX`, `ZZ`), Tor (Cloudflare's `T1`), Asia-Pacific (`AP`). */
const placeholders = ['AP', 'T1', 'XX', 'ZZ'];

/** The upper-case placeholder that the data has instead of a country code. `undefined` if it has none. */
export const placeholderIn = (data: unknown): string | undefined =>
  placeholders.find((code) => code === upperCase(fieldValue(data, 'location.country.code')));

/** A country code in upper case. Empty for anything else, including placeholders such as `XX`. */
export function countryCode(value: unknown): string {
  const code = upperCase(value);
  return /^[A-Z]{2}$/.test(code) && !placeholders.includes(code) ? code : '';
}

/** The upper-case code of the country in IP data. Empty if there is none. */
export const countryOf = (data: unknown): string => countryCode(fieldValue(data, 'location.country.code'));

/** The upper-case code of the region in IP data, such as `US-CA`. Empty if there is none. */
export const regionOf = (data: unknown): string =>
  toText(fieldValue(data, 'location.region.code')).toUpperCase();

/** An ASCII text in upper case. Empty for anything else: `ß` would become `SS`, the code of South Sudan. */
export const upperCase = (value: unknown): string =>
  typeof value === 'string' && /^[ -~]*$/.test(value) ? value.toUpperCase() : '';

/** The flag emoji of an upper-case country code: each letter as its regional indicator symbol. */
export const flagEmoji = (code: string): string =>
  String.fromCodePoint(...[...code].map((letter) => 0x1f1a5 + letter.charCodeAt(0)));
