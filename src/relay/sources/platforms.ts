import type { Platform } from '../options.js';
import { readLocationHeaders } from './headers.js';
import { locationAt, toIpData } from './normalise.js';

/** @public The platform’s own types are checked against it: @cloudflare/workers-types, `IncomingRequestCfProperties`. */
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
 * Cloudflare always adds the country, and the others with its managed transform "Add visitor location headers".
 * `cf-region` isn't read, because it is a name.
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
 * Cloudflare's data about a visitor: in a Worker or a Pages function from `request.cf`, on a server behind Cloudflare
 * from the headers that Cloudflare adds, if `cf-ipcountry` is one of them. The IP address is read from
 * `cf-connecting-ip`, which Cloudflare overwrites.
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

export const vercelHeaders = {
  country: 'x-vercel-ip-country',
  region: 'x-vercel-ip-country-region',
  city: 'x-vercel-ip-city',
  postal: 'x-vercel-ip-postal-code',
  latitude: 'x-vercel-ip-latitude',
  longitude: 'x-vercel-ip-longitude',
  continent: 'x-vercel-ip-continent',
  timeZone: 'x-vercel-ip-timezone',
  asn: 'x-vercel-ip-as-number',
} as const;

/** The first is Vercel's own, even behind a proxy. The second is the one that `ipAddress` of @vercel/functions reads. */
export const vercelIpHeaders = ['x-vercel-forwarded-for', 'x-real-ip'] as const;

/**
 * Vercel's data about a visitor, for a relay in its functions: the IP address from `x-vercel-forwarded-for` or
 * `x-real-ip`, the rest from `x-vercel-ip-*`. Vercel overwrites all of them.
 *
 * https://vercel.com/docs/headers/request-headers
 */
export function vercel(): Platform {
  return {
    clientIp: ({ headers }) => headers.get(vercelIpHeaders[0]) ?? headers.get(vercelIpHeaders[1]),
    source: { ip: (_address, request) => readLocationHeaders(request, vercelHeaders) },
  };
}

/** The part of Netlify's `Context` that is read. */
export interface NetlifyContext {
  ip: string;
  geo: object;
}

/** @public The platform’s own types are checked against it. */
export const netlifyProperties = {
  country: 'country.code',
  countryName: 'country.name',
  region: 'subdivision.code',
  regionName: 'subdivision.name',
  city: 'city',
  postal: 'postalCode',
  latitude: 'latitude',
  longitude: 'longitude',
  timeZone: 'timezone',
} as const;

/**
 * Netlify's data about a visitor, for a relay in a function or edge function. Call the relay with the function's own
 * `request` and `context`. There is no network.
 *
 * https://docs.netlify.com/build/functions/api/#netlify-specific-context-object
 */
export function netlify(): Platform<NetlifyContext> {
  return {
    clientIp: (_request, context) => context.ip ?? null,
    source: { ip: (_address, _request, { geo }) => toIpData(locationAt(geo, netlifyProperties)) },
  };
}

const cloudfrontHeaders = {
  country: 'CloudFront-Viewer-Country',
  countryName: 'CloudFront-Viewer-Country-Name',
  region: 'CloudFront-Viewer-Country-Region',
  regionName: 'CloudFront-Viewer-Country-Region-Name',
  city: 'CloudFront-Viewer-City',
  postal: 'CloudFront-Viewer-Postal-Code',
  latitude: 'CloudFront-Viewer-Latitude',
  longitude: 'CloudFront-Viewer-Longitude',
  timeZone: 'CloudFront-Viewer-Time-Zone',
  asn: 'CloudFront-Viewer-ASN',
};

/**
 * Amazon CloudFront's data about a visitor, for a relay on a server behind it. An origin request policy must add the
 * headers `CloudFront-Viewer-*`, `CloudFront-Viewer-Address` among them.
 *
 * The server must accept requests only from CloudFront. Otherwise, clients can forge these headers.
 *
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/adding-cloudfront-headers.html
 */
export function cloudfront(): Platform {
  return {
    clientIp({ headers }) {
      const viewer = headers.get('CloudFront-Viewer-Address');
      // The port follows the last colon, also of an IPv6 address without brackets.
      return viewer?.replace(/:\d*$/, '') ?? null;
    },
    source: { ip: (_address, request) => readLocationHeaders(request, cloudfrontHeaders) },
  };
}
