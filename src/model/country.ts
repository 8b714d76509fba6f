/** What a country is: its code, what of some data is known of its country and region, and how another country changes data. */
import { deepMerge, fieldValue, toText } from './json.js';
import type { IpData } from './types.js';

/** Today's countries, as in `country-table.ts`: ISO 3166-1 and `XK`, not `UK`. Without the flag `u`, `ſ` isn't `S`. */
const codes =
  /^(A[D-GILMOQ-UWXZ]|B[ABD-JL-OQ-TVWYZ]|C[ACDF-IK-ORU-Z]|D[EJKMOZ]|E[CEGHR-T]|F[I-KMOR]|G[ABD-IL-NP-UWY]|H[KMNRTU]|I[DEL-OQ-T]|J[EMOP]|K[EG-IMNPRWYZ]|L[A-CIKR-VY]|M[AC-HK-Z]|N[ACE-GILOPRUZ]|OM|P[AE-HK-NR-TWY]|QA|R[EOSUW]|S[A-EG-OR-TVX-Z]|T[CDF-HJ-ORTVWZ]|U[AGMSYZ]|V[ACEGINU]|W[FS]|XK|Y[ET]|Z[AMW])$/i;

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/** The upper-case codes of all countries. */
export const countryCodes = (): string[] =>
  letters.flatMap((first) => letters.map((second) => first + second)).filter((code) => codes.test(code));

/** The code of a country, in upper case. Empty for anything else. */
export const countryCode = (value: unknown): string =>
  typeof value === 'string' && codes.test(value) ? value.toUpperCase() : '';

/** Whether a text isn't the code of a region in no country, such as `UK-ENG`. Services may write a region in other forms. */
export const isRegionCode = (code: string): boolean =>
  !/^..-/.test(code) || countryCode(code.slice(0, 2)) !== '';

/** The members of the European Union, and the territories in it that have their own code. */
export const union =
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK AX GF GP MF MQ RE YT';

/** Whether a country, by its upper-case code, is in the European Union. */
export const isInEu = (code: string): boolean => union.split(' ').includes(code);

const countryPath = 'location.country.code';

/**
 * IP data with the visitor's override merged in, as a new, frozen object. The page and the relay follow the same rule.
 *
 * If the override has another country, the data's `location`, `currency` and `time_zone` would be wrong and are
 * removed. `in_eu` is set from the override's country. IP address, network, company and browser stay.
 */
export const applyOverride = (data: IpData, override: IpData): IpData =>
  deepMerge(withoutOtherCountry(data, override), override);

function withoutOtherCountry(data: IpData, override: IpData): IpData {
  const country = countryOf(override);
  const isNamed = toText(fieldValue(override, countryPath)) !== '';
  if (!isNamed || country === countryOf(data)) return data;
  const { location, currency, time_zone, ...rest } = data;
  return { ...rest, ...(country && { location: { in_eu: isInEu(country) } }) };
}

/** A field's value; a country's code in capitals. `undefined` for a code, its country or a region of no country. */
export function knownValue(data: unknown, path: string): unknown {
  const value = fieldValue(data, path);
  if (path === countryPath || path.endsWith('country_code')) return countryCode(value) || undefined;
  if (path === 'location.region.code') return isRegionCode(toText(value)) ? value : undefined;
  const code = path.startsWith('location.country.') && fieldValue(data, countryPath);
  return !code || countryCode(code) ? value : undefined;
}

/** The upper-case code of the country in IP data. Empty if there is none, or if it is no country's. */
export const countryOf = (data: unknown): string => countryCode(fieldValue(data, countryPath));

/** The upper-case code of the region in IP data, such as `US-CA`. Empty if there is none. */
export const regionOf = (data: unknown): string =>
  toText(knownValue(data, 'location.region.code')).toUpperCase();

/** The flag emoji of an upper-case country code: each letter as its regional indicator symbol. */
export const flagEmoji = (code: string): string =>
  String.fromCodePoint(...[...code].map((letter) => 0x1f1a5 + letter.charCodeAt(0)));
