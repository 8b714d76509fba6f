import { applyOverride, countryCode } from '../model/country.js';
import { withCountryFacts, withoutUnknownCountry } from '../model/country-facts.js';
import { countryTable } from '../model/country-table.js';
import { isObject } from '../model/json.js';
import type { Data } from './body.js';

/** A source's data; `null` if it knows nothing, or only codes that aren't countries. Throws for anything but a plain object. */
export function requireData(result: unknown, source: string): Data | null {
  if (result === null || result === undefined) return null;
  if (isPlain(result)) return hasValue(withoutUnknownCountry(result)) ? result : null;
  // The value itself may describe a visitor.
  const type = typeof result === 'object' ? 'another kind of object' : `a ${typeof result}`;
  const kind = Array.isArray(result) ? 'an array' : type;
  throw new TypeError(
    `${source} returned ${kind} instead of a plain object. Return an object or null. See visitor-elements/docs/relay.md#your-own-source.`,
  );
}

function isPlain(value: unknown): value is Data {
  if (!isObject(value) || 'toJSON' in value) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

const hasValue = (value: unknown): boolean =>
  typeof value === 'object' && value !== null
    ? Object.values(value).some(hasValue)
    : value !== undefined && value !== null;

/** A source's data with what follows from its country, and without a code that is no country's. */
export const completeFromCountry = (data: Data): Data =>
  withCountryFacts(withoutUnknownCountry(data), countryTable);

/** A member of a function that calls several sources: the same with the time that it has, for `callWithin`. */
export const WITHIN = Symbol.for('visitor-elements:within');

/** @param report Called with what a source throws that is skipped. Returns what to throw if all fail. */
export type Within<F> = (milliseconds: number, report: (thrown: unknown) => unknown) => F;

/** A source's function with the time that it has, in milliseconds. Most functions don't depend on it. */
export const callWithin = <F>(call: F & { [WITHIN]?: Within<F> }, ...given: Parameters<Within<F>>): F =>
  call[WITHIN]?.(...given) ?? call;

/** The upper-case country code in a cookie, or empty. Of several of this name, the last is that of the whole site. */
export function countryInCookie(cookies: string | null | undefined, name: string): string {
  const pairs = cookies?.split(';').map((pair) => pair.trim()) ?? [];
  const last = pairs.findLast((pair) => pair.startsWith(`${name}=`));
  return countryCode(last?.slice(name.length + 1));
}

/** IP data as a page shows it to a visitor who chose a country. */
export const withChosenCountry = (data: Data, code: string): Data =>
  completeFromCountry({ ...applyOverride(data, { location: { country: { code } } }) });
