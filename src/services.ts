/** Ready services for the setting `service`, each written from its documentation. A file for any script tag. */
import { extensionQueue } from './lookup/extensions.js';
import type { Service } from './lookup/settings.js';

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
  return text(data.ip) && !data.error && read(data);
};

/** Reads lines such as `loc=DE`. `XX` is an unknown country, and `T1` the Tor network. */
function readTrace(body: string): unknown {
  const value = (name: string) => RegExp(`^${name}=(.+)$`, 'm').exec(body)?.[1];
  const [ip, code] = [value('ip'), value('loc')];
  return (
    (ip || code) && {
      ip,
      ...(code && !/^(XX|T1)$/.test(code) && { location: { country: { code } } }),
      ...(code === 'T1' && { security: { is_tor: true } }),
    }
  );
}

interface Ready extends Pick<Service, 'name' | 'keyParameter' | 'read'> {
  /** Its URL, to which nothing is added. A root-relative one is relative to the page, whatever its `<base>`. */
  readonly baseUrl: string;
  /** Whether it responds without a key. */
  readonly isOpen: boolean;
}

/** A URL against the page's own, whatever its `<base>`. A server and some frames have none. */
function absolute(url: string): string {
  try {
    return new URL(url, location.href).href;
  } catch {
    return url;
  }
}

/** The page's settings win over the service's. A key in `params` would be in the names of stored records. */
const ready = ({ baseUrl, isOpen, ...service }: Ready): Service => ({
  ...service,
  lookups: ['ip'],
  complete(settings) {
    const { keyParameter } = service;
    const url = absolute(baseUrl);
    if (!settings.baseUrl && url.startsWith('file:')) return 'The page is a file. Open it from your website.';
    if (keyParameter && new URLSearchParams(text(settings.params)).has(keyParameter))
      return `The setting "params" has "${keyParameter}", which is stored. Set "apiKey" instead.`;
    return {
      baseUrl: url,
      auth: isOpen && !(keyParameter && settings.apiKey) ? 'none' : 'query',
      ...settings,
    };
  },
});

const services: readonly Ready[] = [
  { name: 'cloudflare-trace', baseUrl: '/cdn-cgi/trace', isOpen: true, read: readTrace },
  {
    name: 'country-is',
    baseUrl: 'https://api.country.is/',
    isOpen: true,
    read: json(({ ip, country }) => ({ ip, location: { country: { code: country } } })),
  },
  {
    name: 'ipapi',
    baseUrl: 'https://ipapi.co/json/',
    isOpen: true,
    keyParameter: 'key',
    read: json((data) => ({
      ip: data.ip,
      connection: network(data.asn, data.org),
      currency: { code: data.currency },
      location: {
        continent: { code: data.continent_code },
        country: { code: data.country_code, name: data.country_name },
        region: {
          code: data.country_code && data.region_code && `${data.country_code}-${data.region_code}`,
          name: data.region,
        },
        city: data.city,
        postal: data.postal,
        latitude: data.latitude,
        longitude: data.longitude,
        in_eu: data.in_eu,
      },
      time_zone: { id: data.timezone },
    })),
  },
  {
    name: 'ipinfo',
    // The free plan's. With a plan that has cities, set `baseUrl` to https://ipinfo.io/json.
    baseUrl: 'https://api.ipinfo.io/lite/me',
    isOpen: false,
    keyParameter: 'token',
    read: json((data) => {
      const [latitude, longitude] = text(data.loc).split(',').map(Number);
      return {
        ip: data.ip,
        hostname: data.hostname,
        connection: {
          ...network(text(data.asn) || data.org, data.as_name),
          domain: data.as_domain,
        },
        location: {
          continent: { code: data.continent_code },
          country: { code: data.country_code ?? data.country },
          region: { name: data.region },
          city: data.city,
          postal: data.postal,
          ...(longitude !== undefined && { latitude, longitude }),
        },
        security: { is_bogon: data.bogon },
        time_zone: { id: data.timezone },
      };
    }),
  },
];

extensionQueue().push(...services.map((service) => ['service', 1, ready(service)]));
