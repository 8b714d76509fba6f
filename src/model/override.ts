/** How the visitor's override changes IP data. The page and the relay follow the same rule. */
import { countryOf } from './country-code.js';
import { isInEu } from './groups.js';
import { deepMerge, fieldValue, toText } from './paths.js';
import type { IpData } from './types.js';

/**
 * IP data with the visitor's own choice merged in, as a new, frozen object.
 *
 * If the choice has another country, the data's `location`, `currency` and `time_zone` would be wrong and are removed.
 * `in_eu` is set from the chosen country. IP address, network, company and browser stay.
 */
export const applyOverride = (data: IpData, choice: IpData): IpData =>
  deepMerge(withoutOtherCountry(data, choice), choice);

function withoutOtherCountry(data: IpData, choice: IpData): IpData {
  const country = countryOf(choice);
  const isNamed = toText(fieldValue(choice, 'location.country.code')) !== '';
  if (!isNamed || country === countryOf(data)) return data;
  const { location, currency, time_zone, ...rest } = data;
  return { ...rest, location: { in_eu: isInEu(country) } };
}
