import type { Platform } from '../options.js';
import { locationAt, toIpData, toTextValue } from './normalise.js';

/** The part of Fastly's `FetchEvent` that is read. */
export interface FastlyEvent {
  readonly client: {
    readonly address: string;
    readonly geo: object | null;
  };
}

/** @public The platform’s own types are checked against it: @fastly/js-compute, `Geolocation`. */
export const fastlyProperties = {
  asn: 'as_number',
  organization: 'as_name',
  country: 'country_code',
  continent: 'continent',
  region: 'region',
  city: 'city',
  postal: 'postal_code',
  latitude: 'latitude',
  longitude: 'longitude',
} as const;

/** Fastly's names are in lower case. */
const capitals = (name: unknown): string | undefined =>
  toTextValue(name)?.replace(/(?<![\p{L}\p{N}'’])\p{Ll}/gu, (letter) => letter.toUpperCase());

/**
 * Fastly's data about a visitor, for a relay in Fastly Compute. Call the relay with the event's request and the event.
 * There is no time zone. `security` is read from `proxy_description` and `proxy_type`.
 *
 * https://www.fastly.com/documentation/reference/compute/sdks/javascript/js-compute/geolocation/interface.Geolocation/
 */
export function fastly(): Platform<FastlyEvent> {
  return {
    clientIp: (_request, { client }) => client.address,
    source: {
      ip(_address, _request, { client: { geo } }) {
        if (!geo) return null;
        const raw = locationAt(geo, fastlyProperties);
        const postal = toTextValue(raw.postal)?.toUpperCase();
        const [city, organization] = [capitals(raw.city), capitals(raw.organization)];
        return toIpData({ ...raw, city, organization, postal }, securityIn(geo));
      },
    },
  };
}

/**
 * The `security` fields that each of Fastly's words for a proxy makes true: descriptions of how it works, then types of
 * its operator. Those of companies, schools and operators (`corporate`, `edu`, `aol`) hide nobody.
 */
const marksByWord = new Map([
  ['apple', ['is_relay']],
  ['google', ['is_relay']],
  ['cloud', ['is_cloud_provider']],
  ['dns', ['is_proxy']],
  ['tor-exit', ['is_tor', 'is_tor_exit']],
  ['tor-relay', ['is_tor']],
  ['vpn', ['is_vpn']],
  ['web-browser', ['is_proxy']],

  ['anonymous', ['is_anonymous']],
  ['consumer-privacy', ['is_relay']],
  ['hosting', ['is_cloud_provider']],
  ['public', ['is_proxy']],
  ['transparent', ['is_proxy']],
]);

/**
 * The `security` fields of a proxy. `undefined` without a proxy. No field is set to `false`, because `?` only means
 * that Fastly knows of no proxy.
 *
 * https://www.fastly.com/documentation/reference/vcl/variables/geolocation/client-geo-proxy-description
 * https://www.fastly.com/documentation/reference/vcl/variables/geolocation/client-geo-proxy-type
 */
function securityIn(geo: { proxy_description?: unknown; proxy_type?: unknown }) {
  const words = [geo.proxy_description, geo.proxy_type].map((value) => toTextValue(value) ?? '');
  const marks = words.flatMap((word) => marksByWord.get(word.toLowerCase().replace('_', '-')) ?? []);
  return marks.length > 0 ? Object.fromEntries(marks.map((mark) => [mark, true])) : undefined;
}
