import { ipData, toTextValue } from './normalise.js';
import type { Platform } from './platform.js';

/** What is used of a `FetchEvent`: @fastly/js-compute, `ClientInfo` and `Geolocation`. */
export interface FastlyEvent {
  readonly client: {
    readonly address: string;
    readonly geo: {
      as_name: string | null;
      as_number: number | null;
      city: string | null;
      continent: string | null;
      country_code: string | null;
      latitude: number | null;
      longitude: number | null;
      postal_code: string | null;
      region: string | null;
    } | null;
  };
}

/** Fastly's names are in lower case; each word gets a capital. */
const capitals = (name: string | null): string | undefined =>
  toTextValue(name)?.replace(/(?<![\p{L}\p{N}'’])\p{Ll}/gu, (letter) => letter.toUpperCase());

/**
 * What Fastly knows, for a relay in Fastly Compute. Call the relay with the event's request and the event. The IP
 * address is read from `event.client.address`, place and network from `event.client.geo`. There is no time zone.
 *
 * https://www.fastly.com/documentation/reference/compute/sdks/javascript/js-compute/geolocation/interface.Geolocation/
 */
export function fastly(): Platform<FastlyEvent> {
  return {
    clientIp: (_request, { client }) => client.address,
    source: {
      ip(_address, _request, { client }) {
        const { geo } = client;
        if (!geo) return null;
        return ipData({
          asn: geo.as_number,
          organization: capitals(geo.as_name),
          country: geo.country_code,
          continent: geo.continent,
          region: geo.region,
          city: capitals(geo.city),
          postal: toTextValue(geo.postal_code)?.toUpperCase(),
          latitude: geo.latitude,
          longitude: geo.longitude,
        });
      },
    },
  };
}
