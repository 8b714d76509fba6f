import type { Source } from '../options.js';
import { isToken } from '../rules.js';
import { checkNames } from './check-names.js';
import { toIpData } from './normalise.js';
import { type HeaderNames, readLocationHeaders } from './request-headers.js';

const names = [
  'country',
  'region',
  'city',
  'continent',
  'timeZone',
  'asn',
  'organization',
  'latitude',
  'longitude',
  'postal',
] as const;

/** Names of request headers by what they contain, such as `{ country: 'x-country-code' }`. */
export type LocationHeaders = { readonly [Name in (typeof names)[number]]?: string | undefined };

/**
 * The data in request headers of your own proxy, such as nginx with a database. The relay uses its own `clientIp`. Name
 * only headers that the proxy overwrites, on a server that only the proxy reaches, because clients can send any header.
 *
 * @throws {LookupError} `misconfigured`, for a name that isn't listed and for an invalid header name.
 */
export function headers(given: LocationHeaders): { source: Source } {
  const checked = checkNames<HeaderNames>('headers', given, names, isToken, "a request header's name");
  return { source: { ip: (_address, request) => toIpData(readLocationHeaders(request, checked)) } };
}
