/** Merges the visitor's override into data, and into an earlier override. */
import { countryOf } from '../model/country-code.js';
import { isObject } from '../model/json.js';
import { applyOverride } from '../model/override.js';
import { deepMerge } from '../model/paths.js';
import type { IpData } from '../model/types.js';

const nothing: IpData = {};
const merged = new WeakMap<IpData, WeakMap<IpData, IpData>>();

/** IP data with the override merged in. The same two objects give the same object each time. */
export function withOverride(data: IpData | undefined, choice: IpData): IpData {
  const base = isObject(data) ? data : nothing;
  if (!isObject(choice)) return base;
  const results = merged.get(base) ?? new WeakMap<IpData, IpData>();
  const result = results.get(choice) ?? applyOverride(base, choice);
  merged.set(base, results.set(choice, result));
  return result;
}

/** Merges a further choice over an earlier one, by the same rule. */
export const withChoice = (earlier: IpData, choice: IpData): IpData =>
  countryOf(earlier) ? applyOverride(earlier, choice) : deepMerge(earlier, choice);
