import type { Platform } from '../options.js';
import { readLocationHeaders } from './headers.js';

/** Vercel's headers. @vercel/functions has most of them as constants, the documentation has all. */
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

/**
 * The first is Vercel's own, even if there is a proxy in front of it. The second is the one that `ipAddress` of
 * @vercel/functions reads.
 */
export const vercelIpHeaders = ['x-vercel-forwarded-for', 'x-real-ip'] as const;

/**
 * Vercel's data about a visitor, for a relay in its functions: the IP address from `x-vercel-forwarded-for` or
 * `x-real-ip`, location, time zone and AS number from `x-vercel-ip-*`. Vercel overwrites all of them. The city is
 * percent-encoded.
 *
 * https://vercel.com/docs/headers/request-headers
 */
export function vercel(): Platform {
  return {
    clientIp: ({ headers }) => headers.get(vercelIpHeaders[0]) ?? headers.get(vercelIpHeaders[1]),
    source: { ip: (_address, request) => readLocationHeaders(request, vercelHeaders) },
  };
}
