import { countryOf } from '../../model/country.js';
import { fieldValue, toText } from '../../model/json.js';
import type { IpData } from '../../model/types.js';
import { location, toIpData } from './normalise.js';

type Name = keyof typeof location;

/** The parts of the header, in this order. Coordinates are left out unless both are known. */
const parts = (Object.keys(location) as Name[])
  .filter((name) => name !== 'longitude')
  .map((name): readonly Name[] => (name === 'latitude' ? [name, 'longitude'] : [name]));

const MAX_LENGTH = 256;

/** What no text may contain: an IP address, control characters, and lone surrogates. */
const unwanted = /(\d+\.){3}\d|:\S*:|[\p{Cc}\p{Cs}]/u;

/**
 * The value of the response header `Server-Timing` for IP data, which a page reads with `readServerTiming()`. Add the header
 * to a page that a cache serves to everybody.
 *
 * The value never contains an IP address. It has at most 256 characters: a field that doesn't fit is left out.
 *
 * @param data IP data, such as the result of `relay.lookup(request)`.
 * @returns Empty if the country is unknown. Don't send the header then.
 */
export function serverTiming(data: IpData | null | undefined): string {
  const raw = parts.flat().map((name) => [name, fieldValue(data, location[name][0])]);
  const known = toIpData(Object.fromEntries(raw)); // Removes invalid values, as for a data source.
  if (!countryOf(known)) return '';
  let value = '';
  for (const part of parts) {
    const pairs = part.flatMap((name) => {
      const text = toText(fieldValue(known, location[name][0]));
      const fits = text && text.length <= MAX_LENGTH && !unwanted.test(text);
      return fits ? `${name}=${encodeURIComponent(text)}` : [];
    });
    const longer = [value, ...pairs].filter(Boolean).join('&');
    if (entry(longer).length <= MAX_LENGTH) value = longer;
  }
  return entry(value);
}

const entry = (description: string) => `visitor;desc="${description}"`;
