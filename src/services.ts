/**
 * Ready services for the setting `service`. The file only pushes items into the queue of extensions. It is built without
 * imports, so that any kind of script tag can load it. Each service is written from its documentation.
 */
import type { Service } from './lookup/merge-settings.js';

/** A JSON object of a service. Its values may be anything. */
type Json = Readonly<Record<string, unknown>>;

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The number and the name of a network, as in `AS15169 Google LLC`. */
function network(as: unknown, name?: unknown) {
  const [, number, organization] = /^AS(\d+) ?(.*)/.exec(text(as)) ?? [];
  return { asn: number && Number(number), organization: name ?? organization };
}

/** Reads JSON with an IP address. Anything else is invalid, also a failure that has the status 200. */
const json = (read: (data: Json) => object) => (body: string) => {
  const data: Json = JSON.parse(body);
  if (!text(data['ip']) || data['error'])
    throw new TypeError('The response has no IP address, or is an error.');
  return read(data);
};

/** Reads lines such as `loc=DE`. `XX` is an unknown country, and `T1` the Tor network. */
function readTrace(body: string): object {
  const value = (name: string) => RegExp(`^${name}=(.+)$`, 'm').exec(body)?.[1];
  const [ip, code] = [value('ip'), value('loc')];
  if (!ip && !code) throw new TypeError('The response is no trace.');
  return {
    ip,
    ...(code && !/^(XX|T1)$/.test(code) && { location: { country: { code } } }),
    ...(code === 'T1' && { security: { is_tor: true } }),
  };
}

const services: readonly Service[] = [
  { name: 'cloudflare-trace', baseUrl: '/cdn-cgi/trace', read: readTrace },
  {
    name: 'country-is',
    baseUrl: 'https://api.country.is/',
    read: json(({ ip, country }) => ({ ip, location: { country: { code: country } } })),
  },
  {
    name: 'ipapi',
    baseUrl: 'https://ipapi.co/json/',
    keyParameter: 'key',
    read: json((data) => ({
      ip: data['ip'],
      connection: network(data['asn'], data['org']),
      currency: { code: data['currency'] },
      location: {
        continent: { code: data['continent_code'] },
        country: { code: data['country_code'], name: data['country_name'] },
        region: {
          code: data['region_code'] && `${data['country_code']}-${data['region_code']}`,
          name: data['region'],
        },
        city: data['city'],
        postal: data['postal'],
        latitude: data['latitude'],
        longitude: data['longitude'],
        in_eu: data['in_eu'],
      },
      time_zone: { id: data['timezone'] },
    })),
  },
  {
    name: 'ipinfo',
    // The free plan's. With a plan that has cities, set `baseUrl` to https://ipinfo.io/json.
    baseUrl: 'https://api.ipinfo.io/lite/me',
    auth: 'query',
    keyParameter: 'token',
    read: json((data) => {
      const [latitude, longitude] = text(data['loc']).split(',').map(Number);
      return {
        ip: data['ip'],
        hostname: data['hostname'],
        connection: {
          ...network(text(data['asn']) || data['org'], data['as_name']),
          domain: data['as_domain'],
        },
        location: {
          continent: { code: data['continent_code'] },
          country: { code: data['country_code'] ?? data['country'] },
          region: { name: data['region'] },
          city: data['city'],
          postal: data['postal'],
          ...(longitude !== undefined && { latitude, longitude }),
        },
        security: { is_bogon: data['bogon'] },
        time_zone: { id: data['timezone'] },
      };
    }),
  },
];

const key = Symbol.for('visitor-elements:extensions');
const queue: unknown[] = Reflect.get(globalThis, key) ?? [];
Reflect.set(globalThis, key, queue);
for (const service of services) queue.push(['service', 1, service]);
