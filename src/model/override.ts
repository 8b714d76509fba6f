/** How the visitor's override changes IP data. The page and the relay follow the same rule. */
import { countryOf, isInEu } from './country.js';
import { deepMerge, fieldValue, toText } from './json.js';
import type { IpData } from './types.js';

/**
 * IP data with the visitor's override merged in, as a new, frozen object.
 *
 * If the override has another country, the data's `location`, `currency` and `time_zone` would be wrong and are
 * removed. `in_eu` is set from the override's country. IP address, network, company and browser stay.
 */
export const applyOverride = (data: IpData, override: IpData): IpData =>
  deepMerge(withoutOtherCountry(data, override), override);

function withoutOtherCountry(data: IpData, override: IpData): IpData {
  const country = countryOf(override);
  const isNamed = toText(fieldValue(override, 'location.country.code')) !== '';
  if (!isNamed || country === countryOf(data)) return data;
  const { location, currency, time_zone, ...rest } = data;
  return { ...rest, ...(country && { location: { in_eu: isInEu(country) } }) };
}
