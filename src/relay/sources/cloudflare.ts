import { type RawLocation, toIpData } from './normalise.js';
import type { Platform } from './platform.js';
import { readLocationHeaders } from './request-headers.js';

/** What is used of `request.cf`: @cloudflare/workers-types, `IncomingRequestCfProperties`. */
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
 * The headers that Cloudflare adds to a request for a server of one's own: the country always, the others with its managed
 * transform "Add visitor location headers". `cf-region` isn't read: it is a name.
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
 * What Cloudflare knows. In a Worker or a Pages function, place, zone and network are read from `request.cf`; on a server
 * behind Cloudflare from the headers that it adds, if `cf-ipcountry` is one of them. The IP address is read from
 * `cf-connecting-ip`, which Cloudflare overwrites. The country `T1` stands for Tor.
 *
 * A server must accept connections from Cloudflare alone: anybody else may forge these headers.
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
          ? toIpData(readLocationHeaders(request, cloudflareHeaders))
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
