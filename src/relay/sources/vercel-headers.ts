/** Vercel's names: @vercel/functions has most of them as constants, the documents all. */
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

/** The first is Vercel's own, even where a proxy stands in front of it; the second is what `ipAddress` there reads. */
export const vercelAddresses = ['x-vercel-forwarded-for', 'x-real-ip'] as const;
