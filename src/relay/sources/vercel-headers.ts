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
export const vercelAddresses = ['x-vercel-forwarded-for', 'x-real-ip'] as const;
