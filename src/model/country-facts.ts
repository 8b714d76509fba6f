import { countryOf, isInEu } from './country.js';
import { fieldValue, isObject, toText } from './json.js';

type JsonObject = Readonly<Record<string, unknown>>;

const objectIn = (value: unknown): JsonObject => (isObject(value) ? value : {});

/**
 * IP data with what is missing or `null` and follows from its country code: `in_eu`, continent, English name, calling code,
 * language and currency. `T1`, the Tor network, sets `security.is_tor`.
 */
export const withCountryFacts = <Data extends object>(data: Data, table: string): Data =>
  withMissing(data, isTor(data) ? { security: { is_tor: true } } : factsOf(countryOf(data), table)) as Data;

/** The code in IP data that is no country's, as text. Empty if the data has a country or no code. */
export const unknownCountryIn = (data: unknown): string =>
  countryOf(data) ? '' : toText(fieldValue(data, 'location.country.code') ?? '');

const isTor = (data: object) => /^t1$/i.test(unknownCountryIn(data));

/** Removes a code that is no country's, together with the rest of `country`. `T1`, the Tor network, sets `security.is_tor`. */
export function withoutUnknownCountry<Data extends object>(data: Data): Data {
  if (!unknownCountryIn(data)) return data;
  const { location, ...rest } = objectIn(data);
  const { country, ...place } = objectIn(location);
  return Object.freeze({
    ...rest,
    ...(Object.keys(place).length && { location: Object.freeze(place) }),
    ...(isTor(data) && { security: Object.freeze({ ...objectIn(rest.security), is_tor: true }) }),
  }) as Data;
}

/** A line of the table has a continent, a currency, `:` and its countries: code, calling code, language, name; `;` between. */
function factsOf(code: string, table: string): JsonObject {
  const record = code && RegExp(`^(..)(.*?):(?:.*;)?${code}(\\d*)([a-z]*)([^;\\n]+)`, 'm').exec(table);
  if (!record) return {};
  const [, continent, currency, callingCode, language, name] = record;
  return {
    location: {
      continent: { code: continent },
      country: { name, calling_code: callingCode },
      language: { code: language },
      in_eu: isInEu(code),
    },
    currency: { code: currency },
  };
}

/** Data with its missing facts added. Existing values stay, whatever their type. */
function withMissing(data: unknown, facts: unknown): unknown {
  const missing = data === undefined || data === null;
  if (!isObject(facts)) return missing && facts !== '' ? facts : data;
  if (!missing && !isObject(data)) return data;
  const changes = Object.entries(facts)
    .map(([name, fact]): [string, unknown] => [name, withMissing(data?.[name], fact)])
    .filter(([name, value]) => value !== data?.[name]);
  return changes.length ? Object.freeze({ ...data, ...Object.fromEntries(changes) }) : data;
}
