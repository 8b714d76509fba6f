import type { IpData } from '../lookup/internal.js';
import { isObject } from '../lookup/internal.js';
import { isInEu } from './eu.js';
import { fieldValue, merge, text } from './fields.js';

const nothing: IpData = {};
const merged = new WeakMap<IpData, WeakMap<IpData, IpData>>();

/**
 * The visitor's own choice laid over what was looked up. The same two objects give the same object each time.
 *
 * A choice of another country takes away all that describes the first one (`location`, `currency`, `time_zone`),
 * which would be wrong; whether it is in the European Union is known. Address, network, company and browser stay.
 */
export function withOverride(data: IpData | undefined, choice: IpData): IpData {
  const base = isObject(data) ? data : nothing;
  if (!isObject(choice)) return base;
  const results = merged.get(base) ?? new WeakMap<IpData, IpData>();
  const result = results.get(choice) ?? merge(placeless(base, choice), choice);
  merged.set(base, results.set(choice, result));
  return result;
}

/** A further choice laid over an earlier one, in the same way. */
export const withChoice = (earlier: IpData, choice: IpData): IpData =>
  merge(countryOf(earlier) ? placeless(earlier, choice) : earlier, choice);

const countryOf = (data: IpData) => text(fieldValue(data, 'location.country.code')).toUpperCase();

function placeless(data: IpData, choice: IpData): IpData {
  const country = countryOf(choice);
  if (!country || country === countryOf(data)) return data;
  const { location, currency, time_zone, ...rest } = data;
  return { ...rest, location: { in_eu: isInEu(country) } };
}
