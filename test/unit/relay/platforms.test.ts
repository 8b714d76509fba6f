import { expect, test, vi } from 'vitest';
import { createRelay } from '../../../src/relay/index.js';
import { cloudflare, cloudfront, fastly, netlify, vercel } from '../../../src/relay/sources/index.js';
import { VISITOR } from '../../support/relay.js';
import { answer, found, V6 } from './source-requests.js';

const requestIn = (cf: object) =>
  Object.assign(new Request('https://site.example/origin/', { headers: { 'cf-connecting-ip': VISITOR } }), {
    cf,
  });

test.describe('Cloudflare', () => {
  const cf = {
    asn: 20712,
    asOrganization: 'Andrews & Arnold Ltd',
    city: 'Kingston 100%25',
    continent: 'EU',
    country: 'GB',
    latitude: '51.41',
    longitude: '-0.30',
    postalCode: 'KT1',
    region: 'England',
    regionCode: 'ENG',
    timezone: 'Europe/London',
  };

  test('location, time zone and network come from request.cf', async () => {
    const data = await (await createRelay(cloudflare())(requestIn(cf))).json();
    expect(data).toMatchObject({
      ip: VISITOR,
      connection: { asn: 20712, organization: 'Andrews & Arnold Ltd' },
      location: {
        continent: { code: 'EU' },
        country: { code: 'GB' },
        region: { code: 'GB-ENG', name: 'England' },
        city: 'Kingston 100%25',
        postal: 'KT1',
        latitude: 51.41,
        longitude: -0.3,
      },
      time_zone: { id: 'Europe/London' },
    });
  });

  test('in_eu is true for a member of the EU, and missing for others', async () => {
    const { source } = cloudflare();
    const said = (properties: object) => source.ip(VISITOR, requestIn(properties), undefined);
    expect(said({ country: 'DE', isEUCountry: '1' })).toMatchObject({ location: { in_eu: true } });
    expect(said({ country: 'GB' })).toEqual({ location: { country: { code: 'GB' } } });
  });

  test('T1 is not a country, and sets is_tor', () => {
    const said = cloudflare().source.ip(VISITOR, requestIn({ country: 'T1' }), undefined);
    expect(said).toEqual({ security: { is_tor: true } });
  });

  test('XX, and a local Worker without cf, have no data', () => {
    expect(cloudflare().source.ip(VISITOR, requestIn({ country: 'XX' }), undefined)).toBeNull();
    expect(cloudflare().source.ip(VISITOR, new Request('https://site.example/'), undefined)).toBeNull();
    expect(cloudflare().source.ip(VISITOR, requestIn(null as never), undefined)).toBeNull();
  });
});

test.describe('a server behind Cloudflare', () => {
  const sent = {
    'cf-connecting-ip': VISITOR,
    'cf-ipcountry': 'BR',
    'cf-region': 'Sao Paulo',
    'cf-region-code': 'SP',
    'cf-ipcity': Buffer.from('São Paulo').toString('latin1'),
    'cf-ipcontinent': 'SA',
    'cf-timezone': 'America/Sao_Paulo',
    'cf-iplatitude': '-23.5',
    'cf-iplongitude': '-46.6',
    'cf-postal-code': '01000',
  };

  test('reads the headers that Cloudflare adds, as there is no request.cf', async () => {
    const data = await answer(cloudflare(), sent);
    expect(data).toMatchObject({
      ip: VISITOR,
      location: {
        continent: { code: 'SA' },
        country: { code: 'BR' },
        region: { code: 'BR-SP' },
        city: 'São Paulo',
        postal: '01000',
        latitude: -23.5,
        longitude: -46.6,
      },
      time_zone: { id: 'America/Sao_Paulo' },
    });
    expect(data.location.region, 'cf-region is a name, so it never replaces a code').toEqual({
      code: 'BR-SP',
    });
  });

  test('has only the country without the managed transform', async () => {
    expect(await found(cloudflare().source, { 'cf-ipcountry': 'DE' })).toEqual({
      location: { country: { code: 'DE' } },
    });
  });

  test('decodes text once, from percent signs or UTF-8', async () => {
    const cityOf = async (text: string) => {
      const { location } = await found(cloudflare().source, { ...sent, 'cf-ipcity': text });
      return (location as { city?: string }).city;
    };
    expect(await cityOf('M%C3%BCnchen')).toBe('München');
    expect(await cityOf('100%2525')).toBe('100%25');
    expect(await cityOf('100% Pure')).toBe('100% Pure');
    expect(await cityOf('Z\xfcrich')).toBe('Zürich');
  });

  test('XX is not a country, and T1 is Tor', async () => {
    const { source } = cloudflare();
    expect(await found(source, { 'cf-ipcountry': 'XX' })).toBeNull();
    expect(await found(source, { 'cf-ipcountry': 'T1' })).toEqual({ security: { is_tor: true } });
  });

  test('ignores all of them without cf-ipcountry, because a client wrote them', async () => {
    const { 'cf-ipcountry': _, ...others } = sent;
    expect(await found(cloudflare().source, others)).toBeNull();
    expect(await found(cloudflare().source, { ...others, 'cf-ipcountry': '' })).toBeNull();
  });

  test('in a Worker uses request.cf, whatever the headers', () => {
    const request = Object.assign(new Request('https://site.example/', { headers: sent }), {
      cf: { country: 'JP' },
    });
    expect(cloudflare().source.ip(VISITOR, request, undefined)).toEqual({
      location: { country: { code: 'JP' } },
    });
  });
});

test.describe('Vercel', () => {
  const sent = {
    'x-real-ip': V6,
    'x-forwarded-for': '8.8.8.8',
    'x-vercel-ip-country': 'BR',
    'x-vercel-ip-country-region': 'SP',
    'x-vercel-ip-city': 'S%C3%A3o%20Paulo',
    'x-vercel-ip-continent': 'SA',
    'x-vercel-ip-latitude': '-23.5',
    'x-vercel-ip-longitude': '-46.6',
    'x-vercel-ip-timezone': 'America/Sao_Paulo',
    'x-vercel-ip-postal-code': '01000',
    'x-vercel-ip-as-number': '20712',
  };

  test('the city is decoded, and the IP address is the one that Vercel sets', async () => {
    expect(await answer(vercel(), sent)).toMatchObject({
      ip: V6,
      connection: { asn: 20712 },
      location: {
        continent: { code: 'SA' },
        country: { code: 'BR' },
        region: { code: 'BR-SP' },
        city: 'São Paulo',
        postal: '01000',
        latitude: -23.5,
        longitude: -46.6,
      },
      time_zone: { id: 'America/Sao_Paulo' },
    });
  });

  test('the IP address is Vercel’s own, even behind a proxy', async () => {
    const { clientIp } = vercel();
    const at = (sent: Record<string, string>) =>
      clientIp(new Request('https://site.example/', { headers: sent }), undefined);
    expect(at({ 'x-vercel-forwarded-for': VISITOR, 'x-real-ip': V6 })).toBe(VISITOR);
    expect(at({ 'x-forwarded-for': '8.8.8.8' })).toBeNull();
  });

  test('text is decoded once, and invalid percent-encoding stays', async () => {
    const city = async (text: string) =>
      (await found(vercel().source, { 'x-vercel-ip-city': text })).location;
    expect(await city('100%2525')).toEqual({ city: '100%25' });
    expect(await city('100% Pure')).toEqual({ city: '100% Pure' });
  });

  test('other options stand beside it', async () => {
    const request = new Request('https://site.example/who/', { headers: sent });
    expect((await createRelay({ ...vercel(), path: '/who/' })(request)).status).toBe(200);
  });
});

test('Netlify: the address, place and zone come from the context', async () => {
  const context = {
    ip: VISITOR,
    geo: {
      city: 'Montréal',
      country: { code: 'CA', name: 'Canada' },
      subdivision: { code: 'QC', name: 'Quebec' },
      postalCode: 'H2X',
      latitude: 45.5,
      longitude: -73.6,
      timezone: 'America/Toronto',
    },
  };
  expect(await answer(netlify(), {}, context)).toMatchObject({
    ip: VISITOR,
    location: {
      country: { code: 'CA', name: 'Canada' },
      region: { code: 'CA-QC', name: 'Quebec' },
      city: 'Montréal',
      postal: 'H2X',
      latitude: 45.5,
      longitude: -73.6,
    },
    time_zone: { id: 'America/Toronto' },
  });
});

test('Netlify: what its context leaves out is unknown', () => {
  const { clientIp, source } = netlify();
  const request = new Request('https://site.example/');
  const said = (context: object) => [
    clientIp(request, context as never),
    source.ip(VISITOR, request, context as never),
  ];
  expect(said({})).toEqual([null, null]);
  expect(said({ ip: VISITOR, geo: {} })).toEqual([VISITOR, null]);
  const known = { country: { code: 'CA', name: 'Canada' }, city: ' Montréal ' };
  expect(said({ geo: known })).toEqual([null, { location: { ...known, city: 'Montréal' } }]);
});

test.describe('CloudFront', () => {
  for (const [viewer, address] of [
    [`${VISITOR}:46532`, VISITOR],
    [`${V6}:46532`, V6],
    ['2001:4860:0:0:0:0:0:1:443', '2001:4860::1'],
    [`[${V6}]:46532`, V6],
    [`[${V6}]`, V6],
  ] as const)
    test(`${viewer} is ${address}`, async () => {
      const data = await answer(cloudfront(), {
        'CloudFront-Viewer-Address': viewer,
        'CloudFront-Viewer-Country': 'us',
        'CloudFront-Viewer-Country-Name': 'The United States',
        'CloudFront-Viewer-Country-Region': 'MI',
        'CloudFront-Viewer-Country-Region-Name': 'Michigan',
        'CloudFront-Viewer-City': 'Ann Arbor',
        'CloudFront-Viewer-Postal-Code': '48105',
        'CloudFront-Viewer-Time-Zone': 'America/Detroit',
        'CloudFront-Viewer-Latitude': '42.30680',
        'CloudFront-Viewer-Longitude': '-83.70590',
        'CloudFront-Viewer-ASN': '20712',
      });
      expect(data).toMatchObject({
        ip: address,
        connection: { asn: 20712 },
        location: {
          country: { code: 'US', name: 'The United States' },
          region: { code: 'US-MI', name: 'Michigan' },
          city: 'Ann Arbor',
          postal: '48105',
          latitude: 42.3068,
          longitude: -83.7059,
        },
        time_zone: { id: 'America/Detroit' },
      });
    });

  test('without the header there is no IP address', () => {
    expect(cloudfront().clientIp(new Request('https://site.example/'), undefined)).toBeNull();
  });
});

test.describe('Fastly', () => {
  const nothing = {
    as_name: null,
    as_number: null,
    city: null,
    continent: null,
    country_code: null,
    latitude: null,
    longitude: null,
    postal_code: null,
    proxy_description: null,
    proxy_type: null,
    region: null,
  };
  const event = (geo: object | null) => ({
    client: { address: VISITOR, geo: geo && { ...nothing, ...geo } },
  });

  test('names are capitalised, and there is no time zone', async () => {
    const geo = {
      as_name: 'andrews & arnold ltd',
      as_number: 20712,
      city: 'kingston upon thames',
      continent: 'EU',
      country_code: 'GB',
      latitude: 51.41,
      longitude: -0.3,
      postal_code: 'kt1',
      region: 'KTT',
      utc_offset: 100,
    };
    const data = await answer(fastly(), {}, event(geo));
    expect(data).toMatchObject({
      ip: VISITOR,
      connection: { asn: 20712, organization: 'Andrews & Arnold Ltd' },
      location: {
        continent: { code: 'EU' },
        country: { code: 'GB' },
        region: { code: 'GB-KTT' },
        city: 'Kingston Upon Thames',
        postal: 'KT1',
        latitude: 51.41,
        longitude: -0.3,
      },
    });
    expect(data).not.toHaveProperty('time_zone');
  });

  test('its runtime has no URL.canParse, AbortController or AbortSignal', async () => {
    const request = new Request('https://site.example/origin/', { headers: { Host: 'site.example' } });
    const statuses = [503, 200];
    const service = {
      baseUrl: 'https://service.example/',
      apiKey: 'key-1',
      clientIp: fastly().clientIp,
      fetch: async () => Response.json({}, { status: statuses.pop() ?? 0 }),
      maxAge: 0,
    };
    const { canParse } = URL;
    vi.stubGlobal('AbortController', undefined);
    vi.stubGlobal('AbortSignal', undefined);
    Object.assign(URL, { canParse: undefined });
    try {
      const options = { allowedHosts: ['site.example'], allowedOrigins: ['https://app.example'] };
      const data = createRelay({ ...fastly(), ...options })(request, event({ country_code: 'GB' }));
      expect(await (await data).json()).toMatchObject({ ip: VISITOR, location: { country: { code: 'GB' } } });
      const relay = createRelay({ ...service, ...options });
      for (const status of [200, 503]) expect((await relay(request, event(null))).status).toBe(status);
      const visitor = { client: { address: V6, geo: null } };
      expect((await createRelay(fastly())(request, visitor)).status).toBe(200);
    } finally {
      Object.assign(URL, { canParse });
      vi.unstubAllGlobals();
    }
  });

  test('its names get capitals, but not after an apostrophe, a digit or an accent', () => {
    const { source } = fastly();
    for (const [city, shown] of [
      ["coeur d'alene", "Coeur D'alene"],
      ['o’fallon', 'O’fallon'],
      ['2nd arrondissement', '2nd Arrondissement'],
      ['são paulo', 'São Paulo'],
    ])
      expect(source.ip(VISITOR, new Request('https://site.example/'), event({ city }))).toEqual({
        location: { city: shown },
      });
  });

  test('its placeholders are unknown values', () => {
    const { source } = fastly();
    const request = new Request('https://site.example/');
    const unknown = { country_code: '**', city: '?', latitude: 999.9, longitude: 999.9, as_number: 0 };
    for (const geo of [null, unknown]) expect(source.ip(VISITOR, request, event(geo))).toBeNull();
    expect(source.ip(VISITOR, request, event({ city: 'ulm', postal_code: 89073 }))).toEqual({
      location: { city: 'Ulm' },
    });
  });
});

test.describe('Fastly: proxies', () => {
  const securityOf = (description: unknown, type: unknown) => {
    const geo = { country_code: 'DE', proxy_description: description, proxy_type: type };
    const event = { client: { address: VISITOR, geo } };
    const data = fastly().source.ip(VISITOR, new Request('https://site.example/'), event as never);
    return (data as { security?: object }).security;
  };
  for (const [description, type, security] of [
    ['vpn', 'anonymous', { is_vpn: true, is_anonymous: true }],
    ['vpn', 'hosting', { is_vpn: true, is_cloud_provider: true }],
    ['VPN', 'HOSTING', { is_vpn: true, is_cloud_provider: true }],
    ['tor-exit', 'anonymous', { is_tor: true, is_tor_exit: true, is_anonymous: true }],
    ['tor_relay', '?', { is_tor: true }],
    ['cloud', 'hosting', { is_cloud_provider: true }],
    ['?', 'public', { is_proxy: true }],
    ['dns', 'transparent', { is_proxy: true }],
    ['dns', '?', { is_proxy: true }],
    ['web-browser', '?', { is_proxy: true }],
    ['?', 'transparent', { is_proxy: true }],
    ['apple', 'consumer-privacy', { is_relay: true }],
    ['apple', '?', { is_relay: true }],
    ['google', '?', { is_relay: true }],
    ['?', 'consumer-privacy', { is_relay: true }],
  ] as const)
    test(`${description}, ${type}`, () => {
      expect(securityOf(description, type)).toEqual(security);
    });

  for (const [description, type] of [
    ['?', '?'],
    [null, null],
    [undefined, undefined],
    ['cloud-security', 'corporate'],
    ['constructor', '__proto__'],
    [{}, 7],
  ])
    test(`${description}, ${type} has no security fields`, () => {
      expect(securityOf(description, type)).toBeUndefined();
    });
});
