import { expect, test } from 'vitest';

/** A server with the origin endpoints, for one test. */
export interface OriginServer {
  /** The server's URL, without a trailing slash. */
  base: string;
  /** The key for the query parameter `key`, if the server requires one. */
  key?: string;
  close(): Promise<void>;
}

/** Starts a server whose callers all have this IP address. */
export type StartOriginServer = (visitor: string) => Promise<OriginServer>;

const SAFARI =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15';

/** The documented fields, each with its type if it isn't null. */
const LANGUAGE = { code: 'string', name: 'string', native: 'string' };
const USER_AGENT = {
  header: 'string',
  name: 'string',
  type: 'string',
  version: 'string',
  version_major: 'string',
  device: { brand: 'string', name: 'string', type: 'string' },
  engine: { name: 'string', type: 'string', version: 'string', version_major: 'string' },
  os: { name: 'string', type: 'string', version: 'string' },
};
export const IP = {
  ip: 'string',
  type: 'string',
  hostname: 'string',
  carrier: { name: 'string', mcc: 'string', mnc: 'string' },
  company: { domain: 'string', name: 'string', type: 'string' },
  connection: { asn: 'number', domain: 'string', organization: 'string', route: 'string', type: 'string' },
  currency: {
    code: 'string',
    name: 'string',
    name_native: 'string',
    plural: 'string',
    plural_native: 'string',
    symbol: 'string',
    symbol_native: 'string',
    format: {
      decimal_separator: 'string',
      group_separator: 'string',
      negative: { prefix: 'string', suffix: 'string' },
      positive: { prefix: 'string', suffix: 'string' },
    },
  },
  location: {
    continent: { code: 'string', name: 'string' },
    country: {
      area: 'number',
      borders: ['string'],
      calling_code: 'string',
      capital: 'string',
      code: 'string',
      name: 'string',
      population: 'number',
      population_density: 'number',
      flag: { emoji: 'string', emoji_unicode: 'string' },
      languages: [LANGUAGE],
      tld: 'string',
    },
    region: { code: 'string', name: 'string' },
    city: 'string',
    postal: 'string',
    latitude: 'number',
    longitude: 'number',
    language: LANGUAGE,
    in_eu: 'boolean',
  },
  security: {
    is_abuser: 'boolean',
    is_attacker: 'boolean',
    is_bogon: 'boolean',
    is_cloud_provider: 'boolean',
    is_proxy: 'boolean',
    is_relay: 'boolean',
    is_tor: 'boolean',
    is_tor_exit: 'boolean',
    is_vpn: 'boolean',
    is_anonymous: 'boolean',
    is_threat: 'boolean',
  },
  time_zone: {
    id: 'string',
    abbreviation: 'string',
    current_time: 'string',
    name: 'string',
    offset: 'number',
    in_daylight_saving: 'boolean',
  },
  user_agent: USER_AGENT,
};
export const AS = {
  asn: 'number',
  name: 'string',
  country_code: 'string',
  allocated: 'string',
  registry: 'string',
  domain: 'string',
  type: 'string',
  // A relay leaves out the lists of prefixes.
  prefixes: { ipv4_count: 'number', ipv6_count: 'number' },
  relationships: { upstreams: ['number'], downstreams: ['number'], peers: ['number'] },
  updated: 'string',
};

/** Lists the parts of data that differ from a shape. Null and missing fields are allowed. */
export function departures(data: unknown, shape: unknown, at = 'data'): string[] {
  if (data === null) return [];
  if (typeof shape === 'string')
    return typeof data === shape ? [] : [`${at} is ${typeof data}, not ${shape}`];
  if (Array.isArray(shape)) {
    if (!Array.isArray(data)) return [`${at} is no array`];
    return data.flatMap((item, i) => departures(item, shape[0], `${at}[${i}]`));
  }
  if (typeof data !== 'object' || Array.isArray(data)) return [`${at} is no object`];
  const fields = new Map(Object.entries(data ?? {}));
  return Object.entries(shape ?? {}).flatMap(([name, inner]) =>
    fields.has(name) ? departures(fields.get(name), inner, `${at}.${name}`) : [`${at}.${name} is missing`],
  );
}

const PATHS = ['/', '/AS', '/user_agent'] as const;

/**
 * The contract of the origin endpoints (`/`, `/AS` and `/user_agent`), which a lookup service and a relay in front of
 * one both fulfil.
 */
export function originContract(name: string, start: StartOriginServer): void {
  test.describe(`${name} fulfils the contract of the origin endpoints`, () => {
    /** Sends a request to a new server as the visitor. Resolves to the response and its body. */
    async function ask(
      path: string,
      { visitor = '81.2.69.142', ...init }: RequestInit & { visitor?: string } = {},
    ) {
      const server = await start(visitor);
      const url = new URL(`${server.base}${path}`);
      if (server.key) url.searchParams.set('key', server.key);
      const response = await fetch(url, { ...init, headers: { 'User-Agent': SAFARI, ...init.headers } });
      const text = await response.text();
      await server.close();
      return { status: response.status, headers: response.headers, text, key: server.key ?? 'demo-open' };
    }

    const parse = async (...args: Parameters<typeof ask>) => JSON.parse((await ask(...args)).text);

    const visitors = [
      { visitor: '81.2.69.142', type: 'IPv4', asn: 20712, country: 'GB' },
      { visitor: '2606:4700:4700::1111', type: 'IPv6', asn: 13335, country: 'US' },
      { visitor: '::ffff:81.2.69.142', ip: '81.2.69.142', type: 'IPv4', asn: 20712, country: 'GB' },
    ];
    for (const { visitor, ip = visitor, type, asn, country } of visitors) {
      test(`GET / describes the visitor at ${visitor}, browser included`, async () => {
        const data = await parse('/', { visitor });
        expect(departures(data, IP)).toEqual([]);
        expect(data).toMatchObject({
          ip,
          type,
          connection: { asn },
          location: { country: { code: country } },
        });
        expect(data.user_agent).toMatchObject({ header: SAFARI, name: 'Safari', os: { name: 'macOS' } });
      });

      test(`GET /AS describes the network of the visitor at ${visitor}`, async () => {
        const data = await parse('/AS', { visitor });
        expect(departures(data, AS)).toEqual([]);
        expect(data.asn).toBe(asn);
        expect(data.name).toBe((await parse('/', { visitor })).connection.organization);
      });
    }

    test("GET /user_agent describes the visitor's browser, bare or wrapped", async () => {
      const data = await parse('/user_agent');
      const browser = data.user_agent ?? data;
      expect(departures(browser, USER_AGENT)).toEqual([]);
      expect(browser).toMatchObject({
        header: SAFARI,
        name: 'Safari',
        type: 'browser',
        os: { name: 'macOS' },
      });
    });

    for (const path of PATHS) {
      test(`GET ${path} is JSON for this visitor only`, async () => {
        const { status, headers } = await ask(path);
        expect(status).toBe(200);
        expect(headers.get('content-type')).toMatch(/^application\/json\b/);
        expect(headers.get('cache-control')).toMatch(/\bprivate\b/);
      });

      test(`HEAD ${path} responds like GET, without the body`, async () => {
        const { status, headers, text } = await ask(path, { method: 'HEAD' });
        expect([status, text]).toEqual([200, '']);
        expect(headers.get('content-type')).toMatch(/^application\/json\b/);
      });

      for (const method of ['PUT', 'PATCH', 'DELETE'])
        test(`${method} ${path} is refused with the allowed methods`, async () => {
          const { status, headers } = await ask(path, { method });
          expect(status).toBe(405);
          expect(headers.get('allow')?.split(', ')).toEqual(expect.arrayContaining(['GET', 'HEAD']));
        });

      test(`no response of ${path} contains a key`, async () => {
        for (const visitor of ['81.2.69.142', '10.0.0.1']) {
          const { key, text, headers } = await ask(path, { visitor });
          expect(`${text}${JSON.stringify([...headers])}`).not.toContain(key);
        }
      });
    }

    for (const path of ['/', '/AS'])
      for (const visitor of ['10.0.0.1', 'fe80::1', '::ffff:192.168.0.1'])
        test(`GET ${path} of a visitor at the private IP address ${visitor} has an error`, async () => {
          const { status, text } = await ask(path, { visitor });
          expect(status).toBe(400);
          expect(JSON.parse(text)).toMatchObject({
            code: 'RESERVED_IP_ADDRESS',
            message: expect.any(String),
            resolution: expect.any(String),
          });
        });

    test('a visitor without a known network gets IP data, and an error for the ASN lookup', async () => {
      expect(await parse('/', { visitor: '2fff::1' })).toMatchObject({
        ip: '2fff::1',
        connection: { asn: null },
      });
      const { status, text } = await ask('/AS', { visitor: '2fff::1' });
      expect(status).toBe(404);
      expect(JSON.parse(text)).toMatchObject({ code: 'UNKNOWN_ASN' });
    });

    test('other paths don’t exist', async () => {
      const { status, text } = await ask('/nothing/here');
      expect(status).toBe(404);
      expect(Object.keys(JSON.parse(text))).toEqual(['code', 'message', 'resolution']);
    });
  });
}
