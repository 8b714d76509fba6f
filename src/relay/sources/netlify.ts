import type { Platform } from '../options.js';
import { locationAt, toIpData } from './normalise.js';

/** The properties of a function's context that are read: @netlify/types, `Context`. */
export interface NetlifyContext {
  ip: string;
  geo: object;
}

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
 * `request` and `context`. The IP address is read from `context.ip`, location and time zone from `context.geo`. There
 * is no network.
 *
 * https://docs.netlify.com/build/functions/api/#netlify-specific-context-object
 */
export function netlify(): Platform<NetlifyContext> {
  return {
    clientIp: (_request, context) => context.ip ?? null,
    source: { ip: (_address, _request, { geo }) => toIpData(locationAt(geo, netlifyProperties)) },
  };
}
