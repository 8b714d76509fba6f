import { isInEu } from './groups.js';
import { isNoCountry } from './no-country.js';

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const fields = (value: unknown): Fields => (isFields(value) ? value : {});

function codeIn(data: unknown): string {
  const { code } = fields(fields(fields(data).location).country);
  // Two letters before they are capitals: those of `ß` would be the code of South Sudan.
  return typeof code === 'string' && /^\w\w$/.test(code) ? code.toUpperCase() : '';
}

/** The code of the country in IP data, in upper case; empty where there is none, or one that is no country's. */
export function countryOf(data: unknown): string {
  const code = codeIn(data);
  return /^[A-Z]{2}$/.test(code) && !isNoCountry(code) ? code : '';
}

/**
 * IP data with what follows from the country's code, where that is missing or `null`: `location.in_eu`,
 * `continent.code`, `country.name` (English), `country.calling_code` and `language.code`, and `currency.code`.
 *
 * Nothing is overwritten. But a code that is no country's (`XX`, `ZZ`, `T1`, `AP`) goes, and its name with it; `T1`
 * makes `security.is_tor` true. Data that lacks nothing is given back as it is, other data as new, frozen objects.
 *
 * @param table What `country-table.ts` holds.
 */
export function withCountryFacts<Data extends object>(data: Data, table: string): Data {
  const code = codeIn(data);
  if (isNoCountry(code)) return withoutCountry(data, code);
  return filled(data, factsOf(countryOf(data), table)) as Data;
}

function withoutCountry<Data extends object>(data: Data, code: string): Data {
  const { location, ...rest } = fields(data);
  const { country, ...place } = fields(location);
  return Object.freeze({
    ...rest,
    ...(Object.keys(place).length && { location: Object.freeze(place) }),
    ...(code === 'T1' && { security: Object.freeze({ ...fields(rest.security), is_tor: true }) }),
  }) as Data;
}

function factsOf(code: string, table: string): Fields {
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

/** Data with facts filled in where it has nothing. Values that are there stay, whatever their form. */
function filled(data: unknown, facts: unknown): unknown {
  const missing = data === undefined || data === null;
  if (!isFields(facts)) return missing && facts !== '' ? facts : data;
  if (!missing && !isFields(data)) return data;
  const changes = Object.entries(facts)
    .map(([name, fact]): [string, unknown] => [name, filled(data?.[name], fact)])
    .filter(([name, value]) => value !== data?.[name]);
  return changes.length ? Object.freeze({ ...data, ...Object.fromEntries(changes) }) : data;
}
