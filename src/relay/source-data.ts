import { withCountryFacts } from '../model/country-facts.js';
import { countryTable } from '../model/country-table.js';
import { isObject } from '../model/json.js';

/**
 * What a source found: `null` if it knows nothing, that is, has nothing but `null` and codes that are no country's.
 * `undefined` for what is no plain object.
 */
export function knownData(found: unknown): Record<string, unknown> | null | undefined {
  if (found === null || found === undefined) return null;
  if (!isPlain(found)) return undefined;
  return hasValue(withCountryFacts(found, '')) ? found : null;
}

function isPlain(value: unknown): value is Record<string, unknown> {
  if (!isObject(value)) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

const hasValue = (value: unknown): boolean =>
  typeof value === 'object' && value !== null
    ? Object.values(value).some(hasValue)
    : value !== undefined && value !== null;

/**
 * A source's data with what follows from the country's code: `location.in_eu`, `continent.code`, `country.name` (English),
 * `country.calling_code` and `language.code`, and `currency.code`, if they are missing or `null`.
 *
 * A code that is no country's (`XX`, `ZZ`, `T1`, `AP`) is taken out; `T1` makes `security.is_tor` true.
 */
export const withFactsOfCountry = (data: Record<string, unknown>): Record<string, unknown> =>
  withCountryFacts(data, countryTable);
