import type { Platform } from '../options.js';
import { readLocationHeaders } from './headers.js';
import { type RawLocation, toIpData } from './normalise.js';

/** The properties of `request.cf` that are read: @cloudflare/workers-types, `IncomingRequestCfProperties`. */
export interface CloudflareProperties {
  asn?: number;
  asOrganization?: string;
  country?: string;
  isEUCountry?: '1';
  continent?: string;
  region?: string;
  regionCode?: string;
  city?: string;
  postalCode?: string;
  latitude?: string;
  longitude?: string;
  timezone?: string;
}

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
      ip(_address, request: Request & { cf?: CloudflareProperties | null }) {
        const { cf, headers } = request;
        if (cf) return toIpData(locationIn(cf));
        return headers.get(cloudflareHeaders.country)
          ? readLocationHeaders(request, cloudflareHeaders)
          : null;
      },
    },
  };
}

const locationIn = (cf: CloudflareProperties): RawLocation => ({
  asn: cf.asn,
  organization: cf.asOrganization,
  country: cf.country,
  inEu: cf.isEUCountry === '1' || undefined,
  continent: cf.continent,
  region: cf.regionCode,
  regionName: cf.region,
  city: cf.city,
  postal: cf.postalCode,
  latitude: cf.latitude,
  longitude: cf.longitude,
  timeZone: cf.timezone,
});
