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
 * Fastly's words for a proxy that make each `security` field true: descriptions of how it works, then types of its operator.
 * Those of companies, schools and operators (`corporate`, `edu`, `aol`) hide nobody.
 */
const securityWords = {
  is_anonymous: 'anonymous',
  is_cloud_provider: 'cloud hosting',
  is_proxy: 'dns web-browser public transparent',
  is_relay: 'apple google consumer-privacy',
  is_tor: 'tor-exit tor-relay',
  is_tor_exit: 'tor-exit',
  is_vpn: 'vpn',
};

/**
 * The `security` fields of a proxy. `undefined` without a proxy. No field is set to `false`, because `?` only means
 * that Fastly knows of no proxy.
 *
 * https://www.fastly.com/documentation/reference/vcl/variables/geolocation/client-geo-proxy-description
 * https://www.fastly.com/documentation/reference/vcl/variables/geolocation/client-geo-proxy-type
 */
function securityIn(geo: { proxy_description?: unknown; proxy_type?: unknown }) {
  const given = [geo.proxy_description, geo.proxy_type].map((word) =>
    toTextValue(word)?.toLowerCase().replace('_', '-'),
  );
  const marks = Object.entries(securityWords).filter(([, words]) =>
    words.split(' ').some((word) => given.includes(word)),
  );
  return marks.length > 0 ? Object.fromEntries(marks.map(([mark]) => [mark, true])) : undefined;
}
