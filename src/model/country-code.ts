import { fieldValue } from './paths.js';

/** Placeholders that are no country's code: unknown (`XX`, `ZZ`), Tor (Cloudflare's `T1`), Asia-Pacific (`AP`). */
const placeholders = ['AP', 'T1', 'XX', 'ZZ'];

/** The placeholder in place of a country's code, in upper case; `undefined` if there is none. */
export const placeholderIn = (data: unknown): string | undefined =>
  placeholders.find((code) => code === upperCase(fieldValue(data, 'location.country.code')));

/** A country's code in upper case; empty for anything else, and for a placeholder such as `XX`. */
export function countryCode(value: unknown): string {
  const code = upperCase(value);
  return placeholders.includes(code) ? '' : code;
}

/** The upper-case code of the country in IP data; empty if there is none. */
export const countryOf = (data: unknown): string => countryCode(fieldValue(data, 'location.country.code'));

/** A code in upper case; empty for another form. The form is tested first: `ß` would become `SS`, the code of South Sudan. */
const upperCase = (value: unknown): string =>
  typeof value === 'string' && /^([a-z]{2}|T1)$/i.test(value) ? value.toUpperCase() : '';

/** The flag of a country's upper-case code as an emoji: each letter as its regional indicator symbol. */
export const flagEmoji = (code: string): string =>
  String.fromCodePoint(...[...code].map((letter) => 0x1f1a5 + letter.charCodeAt(0)));
