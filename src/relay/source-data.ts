import { withCountryFacts, withoutUnknownCountry } from '../model/country-facts.js';
import { countryTable } from '../model/country-table.js';
import { isObject } from '../model/json.js';

/**
 * The data that a source found. `null` if it knows nothing: it has only `null`, or codes that aren't countries.
 * `undefined` if it isn't a plain object.
 */
export function knownData(found: unknown): Record<string, unknown> | null | undefined {
  if (found === null || found === undefined) return null;
  if (!isPlain(found)) return undefined;
  return hasValue(withoutUnknownCountry(found)) ? found : null;
}

/** The kind of a value that isn't data, in words for a message. Never the value, which may describe a visitor. */
export function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'another kind of object' : `a ${typeof value}`;
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
 * A source's data with the facts of the country table (see `withCountryFacts`), and without a code that is no country's
 * (see `withoutUnknownCountry`).
 */
export const completeFromCountry = (data: Record<string, unknown>): Record<string, unknown> =>
  withCountryFacts(withoutUnknownCountry(data), countryTable);
