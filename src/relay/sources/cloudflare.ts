import { ipData } from './normalise.js';
import type { Platform } from './platform.js';

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
 * What Cloudflare knows, for a relay in a Worker or a Pages function: the address from `cf-connecting-ip`, which
 * Cloudflare overwrites, place, zone and network from `request.cf`. The country `T1` stands for Tor.
 *
 * https://developers.cloudflare.com/workers/runtime-apis/request/#incomingrequestcfproperties
 */
export function cloudflare(): Platform {
  return {
    clientIp: ({ headers }) => headers.get('cf-connecting-ip'),
    source: {
      ip(_address, request: Request & { cf?: CloudflareProperties | null }) {
        const cf = request.cf ?? {};
        return ipData({
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
      },
    },
  };
}
