import type { Platform } from '../options.js';
import { type RawLocation, toIpData, toTextValue } from './normalise.js';

/** The properties of a `FetchEvent` that are read: @fastly/js-compute, `ClientInfo` and `Geolocation`. */
export interface FastlyEvent {
  readonly client: {
    readonly address: string;
    readonly geo: {
      as_name: string | null;
      as_number: number | null;
      city: string | null;
      continent: string | null;
      country_code: string | null;
      latitude: number | null;
      longitude: number | null;
      postal_code: string | null;
      proxy_description: string | null;
      proxy_type: string | null;
      region: string | null;
    } | null;
  };
}

/** Capitalises each word, because Fastly's names are in lower case. */
const capitals = (name: string | null): string | undefined =>
  toTextValue(name)?.replace(/(?<![\p{L}\p{N}'’])\p{Ll}/gu, (letter) => letter.toUpperCase());

/**
 * Fastly's data about a visitor, for a relay in Fastly Compute. Call the relay with the event's request and the event.
 * The IP address is read from `event.client.address`, location and network from `event.client.geo`, `security` from its
 * `proxy_description` and `proxy_type`. There is no time zone.
 *
 * https://www.fastly.com/documentation/reference/compute/sdks/javascript/js-compute/geolocation/interface.Geolocation/
 */
export function fastly(): Platform<FastlyEvent> {
  return {
    clientIp: (_request, { client }) => client.address,
    source: {
      ip(_address, _request, { client }) {
        const { geo } = client;
        if (!geo) return null;
        return toIpData({
          asn: geo.as_number,
          organization: capitals(geo.as_name),
          country: geo.country_code,
          continent: geo.continent,
          region: geo.region,
          city: capitals(geo.city),
          postal: toTextValue(geo.postal_code)?.toUpperCase(),
          latitude: geo.latitude,
          longitude: geo.longitude,
          security: securityIn(geo),
        });
      },
    },
  };
}

/** Fastly's descriptions of how proxies work, with the `security` fields that they make true. */
const byDescription: Readonly<Record<string, readonly string[]>> = {
  apple: ['is_relay'],
  google: ['is_relay'],
  cloud: ['is_cloud_provider'],
  dns: ['is_proxy'],
  'tor-exit': ['is_tor', 'is_tor_exit'],
  'tor-relay': ['is_tor'],
  vpn: ['is_vpn'],
  'web-browser': ['is_proxy'],
};

/**
 * Fastly's types of proxies, by operator. Those of companies, schools and operators (`corporate`, `edu`, `aol`) hide
 * nobody.
 */
const byType: Readonly<Record<string, readonly string[]>> = {
  anonymous: ['is_anonymous'],
  'consumer-privacy': ['is_relay'],
  hosting: ['is_cloud_provider'],
  public: ['is_proxy'],
  transparent: ['is_proxy'],
};

/**
 * The `security` fields of a proxy. `undefined` without a proxy. No field is set to `false`, because `?` only means
 * that Fastly knows of no proxy.
 *
 * https://www.fastly.com/documentation/reference/vcl/variables/geolocation/client-geo-proxy-description
 * https://www.fastly.com/documentation/reference/vcl/variables/geolocation/client-geo-proxy-type
 */
function securityIn(geo: { proxy_description?: unknown; proxy_type?: unknown }): RawLocation['security'] {
  const marksOf = (table: typeof byType, value: unknown): readonly string[] => {
    const name = toTextValue(value)?.toLowerCase().replace('_', '-') ?? '';
    return Object.hasOwn(table, name) ? (table[name] ?? []) : [];
  };
  const marks = [...marksOf(byDescription, geo.proxy_description), ...marksOf(byType, geo.proxy_type)];
  return marks.length > 0 ? Object.fromEntries(marks.map((mark) => [mark, true])) : undefined;
}
