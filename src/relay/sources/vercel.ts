import { toIpData } from './normalise.js';
import type { Platform } from './platform.js';
import { readLocationHeaders } from './request-headers.js';
import { vercelAddresses, vercelHeaders } from './vercel-headers.js';

/**
 * Vercel's data about a visitor, for a relay in its functions: the IP address from `x-vercel-forwarded-for` or
 * `x-real-ip`, location, time zone and AS number from `x-vercel-ip-*`. Vercel overwrites all of them. The city is
 * percent-encoded.
 *
 * https://vercel.com/docs/headers/request-headers
 */
export function vercel(): Platform {
  const [own, real] = vercelAddresses;
  return {
    clientIp: ({ headers }) => headers.get(own) ?? headers.get(real),
    source: { ip: (_address, request) => toIpData(readLocationHeaders(request, vercelHeaders)) },
  };
}
