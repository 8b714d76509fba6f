import { countryOf, placeholderIn } from './country-code.js';
import { isInEu } from './groups.js';
import { isObject } from './json.js';

type JsonObject = Readonly<Record<string, unknown>>;

const objectIn = (value: unknown): JsonObject => (isObject(value) ? value : {});

/**
 * IP data with what follows from the country's code, if that is missing or `null`: `location.in_eu`,
 * `continent.code`, `country.name` (English), `country.calling_code` and `language.code`, and `currency.code`.
 *
 * Nothing is overwritten. But a code that is no country's (`XX`, `ZZ`, `T1`, `AP`) is removed with its name, and `T1` makes
 * `security.is_tor` true. Returns data that lacks nothing as it is, other data as new, frozen objects.
 *
 * @param table What `country-table.ts` holds.
 */
export function withCountryFacts<Data extends object>(data: Data, table: string): Data {
  const placeholder = placeholderIn(data);
  if (placeholder) return withoutCountry(data, placeholder);
  return withMissing(data, factsOf(countryOf(data), table)) as Data;
}

function withoutCountry<Data extends object>(data: Data, placeholder: string): Data {
  const { location, ...rest } = objectIn(data);
  const { country, ...place } = objectIn(location);
  return Object.freeze({
    ...rest,
    ...(Object.keys(place).length && { location: Object.freeze(place) }),
    ...(placeholder === 'T1' && { security: Object.freeze({ ...objectIn(rest.security), is_tor: true }) }),
  }) as Data;
}

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

/** Data with the facts that it lacks. Values that are there stay, whatever their form. */
function withMissing(data: unknown, facts: unknown): unknown {
  const missing = data === undefined || data === null;
  if (!isObject(facts)) return missing && facts !== '' ? facts : data;
  if (!missing && !isObject(data)) return data;
  const changes = Object.entries(facts)
    .map(([name, fact]): [string, unknown] => [name, withMissing(data?.[name], fact)])
    .filter(([name, value]) => value !== data?.[name]);
  return changes.length ? Object.freeze({ ...data, ...Object.fromEntries(changes) }) : data;
}
