import { isObject } from '../lookup/json.js';
import type { IpData } from '../lookup/types.js';
import { fieldValue, merge, text } from './fields.js';

const nothing: IpData = {};
const merged = new WeakMap<IpData, WeakMap<IpData, IpData>>();

/**
 * The visitor's own choice laid over what was looked up. The same two objects give the same object each time.
 *
 * A choice of another country takes away all that describes the first one (`location`, `currency`, `time_zone`),
 * which would be wrong; address, network, company and browser stay.
 */
export function withOverride(data: IpData | undefined, choice: IpData): IpData {
  const base = isObject(data) ? data : nothing;
  if (!isObject(choice)) return base;
  const results = merged.get(base) ?? new WeakMap<IpData, IpData>();
  const result = results.get(choice) ?? merge(placeless(base, choice), choice);
  merged.set(base, results.set(choice, result));
  return result;
}

function placeless(data: IpData, choice: IpData): IpData {
  const country = (of: IpData) => text(fieldValue(of, 'location.country.code')).toUpperCase();
  if (!country(choice) || country(choice) === country(data)) return data;
  const { location, currency, time_zone, ...rest } = data;
  return rest;
}
