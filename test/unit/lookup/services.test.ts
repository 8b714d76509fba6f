import { readFile } from 'node:fs/promises';
import { createContext, runInContext } from 'node:vm';
import { brotliCompressSync } from 'node:zlib';
import { expect, test, vi } from 'vitest';
import '../../../src/services.js';

interface Item {
  readonly name: string;
  readonly keyParameter?: string;
  complete(settings: object): { baseUrl?: string; auth?: string };
  read(text: string): object;
}

const queueOf = (realm: object): readonly [string, number, Item][] =>
  Reflect.get(realm, Symbol.for('visitor-elements:extensions'));
const service = (name: string): Item => {
  const found = queueOf(globalThis).find(([, , item]) => item.name === name);
  if (!found) throw new Error(`no ${name}`);
  return found[2];
};
/** As a page keeps it: JSON has no unknown values. */
const read = (name: string, body: unknown) =>
  JSON.parse(JSON.stringify(service(name).read(typeof body === 'string' ? body : JSON.stringify(body))));

/** A response as https://www.cloudflare.com/cdn-cgi/trace has it. */
const trace = (lines: string) =>
  `fl=202f30\nh=www.example.com\n${lines}ts=1764115200.123\nvisit_scheme=https\nuag=Mozilla/5.0 (X11; loc=US) ip=1\ncolo=FRA\nsliver=none\nhttp=http/3\ntls=TLSv1.3\nsni=plaintext\nwarp=off\ngateway=off\nrbi=off\nkex=X25519\n`;

/** As https://ipapi.co/api/ documents it. */
const ipapi = {
  ip: '8.8.8.8',
  network: '8.8.8.0/24',
  version: 'IPv4',
  city: 'Mountain View',
  region: 'California',
  region_code: 'CA',
  country: 'US',
  country_name: 'United States',
  country_code: 'US',
  country_code_iso3: 'USA',
  country_capital: 'Washington',
  country_tld: '.us',
  continent_code: 'NA',
  in_eu: false,
  postal: '94043',
  latitude: 37.42301,
  longitude: -122.083352,
  timezone: 'America/Los_Angeles',
  utc_offset: '-0700',
  country_calling_code: '+1',
  currency: 'USD',
  currency_name: 'Dollar',
  languages: 'en-US,es-US,haw,fr',
  country_area: 9629091,
  country_population: 327167434,
  asn: 'AS15169',
  org: 'GOOGLE',
};

test('a trace of Cloudflare is an IP address and a country, whatever else its lines say', () => {
  for (const [lines, data] of [
    ['ip=203.0.113.5\nloc=DE\n', { ip: '203.0.113.5', location: { country: { code: 'DE' } } }],
    ['ip=2001:db8::1\r\nloc=GB\r\n', { ip: '2001:db8::1', location: { country: { code: 'GB' } } }],
    ['ip=203.0.113.5\nloc=XX\n', { ip: '203.0.113.5' }],
    ['ip=203.0.113.5\nloc=T1\n', { ip: '203.0.113.5', security: { is_tor: true } }],
    ['ip=203.0.113.5\nloc=\n', { ip: '203.0.113.5' }],
    ['ip=203.0.113.5\n', { ip: '203.0.113.5' }],
    ['loc=FR\n', { location: { country: { code: 'FR' } } }],
  ] as const)
    expect(read('cloudflare-trace', trace(lines)), lines).toEqual(data);
});

test('country.is says IP address and country', () => {
  expect(read('country-is', { ip: '8.8.8.8', country: 'US' })).toEqual({
    ip: '8.8.8.8',
    location: { country: { code: 'US' } },
  });
});

test('ipapi.co says place, zone, currency and network', () => {
  expect(read('ipapi', ipapi)).toEqual({
    ip: '8.8.8.8',
    connection: { asn: 15169, organization: 'GOOGLE' },
    currency: { code: 'USD' },
    location: {
      continent: { code: 'NA' },
      country: { code: 'US', name: 'United States' },
      region: { code: 'US-CA', name: 'California' },
      city: 'Mountain View',
      postal: '94043',
      latitude: 37.42301,
      longitude: -122.083352,
      in_eu: false,
    },
    time_zone: { id: 'America/Los_Angeles' },
  });
  // Neither `US-null` nor `null-CA`, which elements would show.
  for (const unknown of ['region_code', 'country_code'])
    expect(read('ipapi', { ...ipapi, [unknown]: null }).location.region.code).toBe(null);
});

test('IPinfo says country and network with its free plan, and place and zone with another', () => {
  const lite = {
    ip: '8.8.8.8',
    asn: 'AS15169',
    as_name: 'Google LLC',
    as_domain: 'google.com',
    country_code: 'US',
    country: 'United States',
    continent_code: 'NA',
    continent: 'North America',
  };
  expect(read('ipinfo', lite)).toMatchObject({
    ip: '8.8.8.8',
    connection: { asn: 15169, organization: 'Google LLC', domain: 'google.com' },
    location: { continent: { code: 'NA' }, country: { code: 'US' } },
  });
  const city = {
    ip: '8.8.8.8',
    hostname: 'dns.google',
    city: 'Mountain View',
    region: 'California',
    country: 'US',
    loc: '37.4056,-122.0775',
    org: 'AS15169 Google LLC',
    postal: '94043',
    timezone: 'America/Los_Angeles',
  };
  expect(read('ipinfo', city)).toMatchObject({
    ip: '8.8.8.8',
    hostname: 'dns.google',
    connection: { asn: 15169, organization: 'Google LLC' },
    location: {
      country: { code: 'US' },
      region: { name: 'California' },
      city: 'Mountain View',
      postal: '94043',
      latitude: 37.4056,
      longitude: -122.0775,
    },
    time_zone: { id: 'America/Los_Angeles' },
  });
  expect(read('ipinfo', { ip: '127.0.0.1', bogon: true })).toMatchObject({ security: { is_bogon: true } });
  for (const loc of ['', 'x', null, undefined])
    expect(read('ipinfo', { ip: '8.8.8.8', loc }).location, `${loc}`).not.toHaveProperty('latitude');
  // A paid plan's network is an object.
  expect(read('ipinfo', { ...city, asn: { asn: 'AS15169', name: 'Google LLC' } }).connection.asn).toBe(15169);
});

/** What is read of a body. A page takes a throw for no data. */
function dataOf(name: string, body: string): unknown {
  try {
    return service(name).read(body);
  } catch {
    return undefined;
  }
}

const html = '<!doctype html>\n<title>ip=1.2.3.4</title>\n<p>loc=DE</p>';
for (const [what, body] of Object.entries({
  'an empty body': '',
  HTML: html,
  null: 'null',
  'a list': '[]',
  'a text': '"ip"',
  'a number': '5',
  'an empty object': '{}',
  'an IP address that is no text': '{"ip":{"ip":"8.8.8.8"}}',
  'cut off': '{"ip":"8.8.8.8"',
  'an error with the status 200':
    '{"ip":"127.0.0.1","error":true,"reason":"Reserved IP Address","reserved":true}',
}))
  test(`what is no response of the service is no data: ${what}`, () => {
    for (const name of ['cloudflare-trace', 'country-is', 'ipapi', 'ipinfo'])
      expect(dataOf(name, body), name).toBeFalsy();
  });

test('a service names its address exactly, and the parameter of its own key', () => {
  const services = queueOf(globalThis).filter(([kind]) => kind === 'service');
  const told = services.map(([kind, format, service]) => {
    const { baseUrl, auth } = service.complete({});
    return [kind, format, service.name, baseUrl, auth, service.keyParameter];
  });
  expect(told).toEqual([
    ['service', 1, 'cloudflare-trace', '/cdn-cgi/trace', 'none', undefined],
    ['service', 1, 'country-is', 'https://api.country.is/', 'none', undefined],
    ['service', 1, 'ipapi', 'https://ipapi.co/json/', 'none', 'key'],
    ['service', 1, 'ipinfo', 'https://api.ipinfo.io/lite/me', 'query', 'token'],
  ]);
});

test('a service gives way to the page’s settings, takes its key, and refuses it in params', () => {
  const own = { baseUrl: 'https://own.example/', params: 'a=b' };
  expect(service('cloudflare-trace').complete(own)).toMatchObject({ ...own, auth: 'none' });
  expect(service('ipapi').complete({ apiKey: 'a' })).toMatchObject({ apiKey: 'a', auth: 'query' });
  // It has no parameter for a key, which the request would have otherwise.
  expect(service('cloudflare-trace').complete({ apiKey: 'a' })).toHaveProperty('auth', 'none');
  expect(service('ipinfo').complete({ params: 'a=b&token=secret' })).toMatch(
    /^The setting "params" has "token"/,
  );
});

test('a page that was opened from a file is told so, not that a setting which it has not is wrong', () => {
  vi.stubGlobal('location', { href: 'file:///home/anna/index.html' });
  try {
    expect(service('cloudflare-trace').complete({})).toMatch(/^The page is a file/);
    const own = { baseUrl: 'https://own.example/trace' };
    expect(service('cloudflare-trace').complete(own)).toMatchObject(own);
    expect(service('country-is').complete({})).toHaveProperty('baseUrl', 'https://api.country.is/');
  } finally {
    vi.unstubAllGlobals();
  }
});

test('the file runs as a classic script, leaves nothing else in the page, and is small', async () => {
  const script = await readFile(new URL('../../../dist/services.js', import.meta.url), 'latin1');
  expect(script).toMatch(/^[\n -~]*$/);
  expect(brotliCompressSync(script).length).toBeLessThanOrEqual(1000);
  const page = createContext({});
  runInContext(script, page);
  runInContext(script, page);
  expect(runInContext('Object.keys(globalThis)', page)).toEqual([]);
  const queue = runInContext(`globalThis[Symbol.for('visitor-elements:extensions')]`, page);
  expect(queue.map(([, , { name }]: [string, number, Item]) => name).slice(0, 4)).toEqual([
    'cloudflare-trace',
    'country-is',
    'ipapi',
    'ipinfo',
  ]);
});
