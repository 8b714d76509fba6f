import { toIpData } from './normalise.js';
import type { Platform } from './platform.js';
import { readLocationHeaders } from './request-headers.js';
import { vercelAddresses, vercelHeaders } from './vercel-headers.js';

/**
 * What Vercel knows, for a relay in its functions: the address from `x-vercel-forwarded-for` or `x-real-ip`, place, zone
 * and AS number from `x-vercel-ip-*`. Vercel overwrites all of them; the city is URI-encoded.
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
