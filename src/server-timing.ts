/** Reads the visitor's place from the page's own response header, for pages that a shared cache serves to everybody. */
import { countryCode } from './model/country.js';
import { parseObject } from './model/json.js';
import type { IpData } from './model/types.js';

/**
 * The IP data in the entry `visitor` of the page's `Server-Timing` header, for the setting `initialData`:
 *
 * `Server-Timing: visitor;desc="country=DE&region=DE-BE&city=M%C3%BCnchen&timeZone=Europe%2FBerlin"`
 *
 * The pairs are URL-encoded, with the names of the relay's `headers()`; a country is required. Only the navigation's own
 * response is read, so no other resource can set the visitor's place. Secure contexts only, localhost included, because
 * elsewhere not every browser exposes the header.
 *
 * @returns `undefined` if there is no such entry, or if it is invalid, which is printed on the console.
 */
export function readServerTiming(): IpData | undefined {
  if (!globalThis.isSecureContext) return undefined;
  const [page]: Partial<PerformanceNavigationTiming>[] = performance.getEntriesByType('navigation');
  const { description = '' } = page?.serverTiming?.find(({ name }) => name === 'visitor') ?? {};
  const data: IpData | undefined = parseObject(parsePairs(description));
  if (description && !data)
    console.warn(
      'visitor-elements: The entry "visitor" of the Server-Timing header is invalid. Use URL-encoded pairs with the code of a country.',
    );
  return data;
}

/** IP data from such pairs. `undefined` without a country, and for what is malformed, too long or has control characters. */
function parsePairs(pairs: string): object | undefined {
  try {
    if (pairs.length > 1024 || /\p{Cc}/u.test(decodeURIComponent(pairs))) return undefined;
  } catch {
    return undefined; // Not UTF-8, or an incomplete escape.
  }
  const given = Object.fromEntries(new URLSearchParams(pairs));
  const { city, postal, continent, timeZone: id, organization } = given;
  const { region = '', latitude = '', longitude = '', asn = '' } = given;
  const code = countryCode(given.country);
  const [, prefix = `${code}-`, part] = /^(\w\w-)?(\w{1,3})$/.exec(region) ?? [];
  const data = {
    location: {
      continent: { code: continent },
      country: { code },
      region: { code: part && (prefix + part).toUpperCase() },
      city,
      postal,
      // A missing number is `NaN`, which becomes `null` when the data is stored as JSON.
      latitude: Number.parseFloat(latitude),
      longitude: Number.parseFloat(longitude),
    },
    time_zone: { id },
    connection: { asn: Number.parseInt(asn.replace(/^AS/, ''), 10), organization },
  };
  return code ? data : undefined;
}
