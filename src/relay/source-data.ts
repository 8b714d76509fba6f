import { withCountryFacts } from '../model/country-facts.js';
import { isObject } from '../model/json.js';

/**
 * What a source found: `null` where it knows nothing, that is, holds nothing but `null` and codes that are no country's.
 * `undefined` for what is no plain object.
 */
export function knownIn(found: unknown): Record<string, unknown> | null | undefined {
  if (found === null || found === undefined) return null;
  if (!isPlain(found)) return undefined;
  return holdsValue(withCountryFacts(found, '')) ? found : null;
}

function isPlain(value: unknown): value is Record<string, unknown> {
  if (!isObject(value)) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

const holdsValue = (value: unknown): boolean =>
  typeof value === 'object' && value !== null
    ? Object.values(value).some(holdsValue)
    : value !== undefined && value !== null;
