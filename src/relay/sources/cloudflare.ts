import type { Platform } from '../options.js';
import { readLocationHeaders } from './headers.js';
import { locationAt, toIpData } from './normalise.js';

/** The properties of `request.cf` that are read: @cloudflare/workers-types, `IncomingRequestCfProperties`. */
export const cloudflareProperties = {
  asn: 'asn',
  organization: 'asOrganization',
  country: 'country',
  continent: 'continent',
  region: 'regionCode',
  regionName: 'region',
  city: 'city',
  postal: 'postalCode',
  latitude: 'latitude',
  longitude: 'longitude',
  timeZone: 'timezone',
} as const;

/**
 * The headers that Cloudflare adds to a request for your own server: always the country, the others with its managed
 * transform "Add visitor location headers". `cf-region` isn't read, because it is a name.
 *
 * https://developers.cloudflare.com/rules/transform/managed-transforms/reference/
 */
export const cloudflareHeaders = {
  country: 'cf-ipcountry',
  region: 'cf-region-code',
  city: 'cf-ipcity',
  continent: 'cf-ipcontinent',
  timeZone: 'cf-timezone',
  latitude: 'cf-iplatitude',
  longitude: 'cf-iplongitude',
  postal: 'cf-postal-code',
} as const;

/**
 * Cloudflare's data about a visitor. In a Worker or a Pages function, location, time zone and network are read from
 * `request.cf`. On a server behind Cloudflare, they are read from the headers that Cloudflare adds, if `cf-ipcountry`
 * is one of them. The IP address is read from `cf-connecting-ip`, which Cloudflare overwrites. The country `T1` means
 * Tor.
 *
 * A server must accept connections only from Cloudflare. Otherwise, clients can forge these headers.
 *
 * https://developers.cloudflare.com/workers/runtime-apis/request/#incomingrequestcfproperties
 */
export function cloudflare(): Platform {
  return {
    clientIp: ({ headers }) => headers.get('cf-connecting-ip'),
    source: {
      ip(_address, request: Request & { cf?: { isEUCountry?: string } | null }) {
        const { cf, headers } = request;
        if (cf)
          return toIpData({
            ...locationAt(cf, cloudflareProperties),
            inEu: cf.isEUCountry === '1' || undefined,
          });
        return headers.get(cloudflareHeaders.country)
          ? readLocationHeaders(request, cloudflareHeaders)
          : null;
      },
    },
  };
}
