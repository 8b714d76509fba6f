/** How the visitor's own choice is laid over data, and over an earlier choice. */
import { countryOf } from '../model/country-code.js';
import { isInEu } from '../model/groups.js';
import { isObject } from '../model/json.js';
import { fieldValue, merge, toText } from '../model/paths.js';
import type { IpData } from '../model/types.js';

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

/** Merges a further choice over an earlier one, by the same rule. */
export const withChoice = (earlier: IpData, choice: IpData): IpData =>
  merge(countryOf(earlier) ? placeless(earlier, choice) : earlier, choice);

function placeless(data: IpData, choice: IpData): IpData {
  const country = countryOf(choice);
  const isNamed = toText(fieldValue(choice, 'location.country.code')) !== '';
  if (!isNamed || country === countryOf(data)) return data;
  const { location, currency, time_zone, ...rest } = data;
  return { ...rest, location: { in_eu: isInEu(country) } };
}
