import { createRequire } from 'node:module';
import { open } from 'maxmind';
import { expect, test } from 'vitest';
import {
  cloudflare,
  firstAvailable,
  headers,
  maxmind,
  type Source,
} from '../../../src/relay/sources/index.js';
import { VISITOR } from '../../support/relay.js';
import { answer, found, V6 } from './source-requests.js';

test.describe('headers of another proxy', () => {
  const { source } = headers({
    country: 'x-country',
    region: 'x-region',
    city: 'x-city',
    asn: 'x-asn',
    organization: 'x-organization',
    latitude: 'x-latitude',
    longitude: 'x-longitude',
    continent: 'x-continent',
    timeZone: undefined,
  });
  const said = (sent: Record<string, string>) => found(source, sent);

  test('are read by their names, and the relay uses its own clientIp', () => {
    expect(headers({ country: 'x-country' })).not.toHaveProperty('clientIp');
    expect(said({ 'x-country': 'de', 'x-asn': 'AS123', 'x-postal': '10117' })).toEqual({
      connection: { asn: 123 },
      location: { country: { code: 'DE' } },
    });
  });

  test('may have a region code with its country in front, or a city in bytes of UTF-8', () => {
    const city = Buffer.from('Zürich').toString('latin1');
    expect(said({ 'x-country': 'CH', 'x-region': 'CH-ZH', 'x-city': city })).toMatchObject({
      location: { region: { code: 'CH-ZH' }, city: 'Zürich' },
    });
    expect(said({ 'x-city': 'Z\xfcrich' })).toMatchObject({ location: { city: 'Zürich' } });
    const organization = Buffer.from('100 % Grün').toString('latin1');
    expect(said({ 'x-organization': organization })).toEqual({ connection: { organization: '100 % Grün' } });
  });

  for (const [country, region, code] of [
    ['US', 'USCA', 'US-CA'],
    ['fr', 'fridf', 'FR-IDF'],
    ['AT', 'AT9', 'AT-9'],
    ['FR', 'FR75', 'FR-75'],
    ['GB', 'GBN', 'GB-GBN'],
    ['GB', 'ENG', 'GB-ENG'],
  ])
    test(`may have the region ${region}, which is ${code}`, () => {
      expect(said({ 'x-country': `${country}`, 'x-region': `${region}` })).toMatchObject({
        location: { region: { code } },
      });
    });

  test('may have a region of another country, which is unknown', () => {
    const location = { country: { code: 'FR' } };
    expect(said({ 'x-country': 'FR', 'x-region': 'USCA' })).toEqual({ location });
  });

  test('may have any 32-bit number of a network', () => {
    for (const asn of [1, 2 ** 31, 2 ** 32 - 1])
      for (const prefix of ['AS', 'as'])
        expect(said({ 'x-asn': `${prefix}${asn}` })).toEqual({ connection: { asn } });
  });

  test('may be text, if a platform has decoded their bytes', () => {
    // The low bytes of the second city are ASCII.
    for (const city of ['Łódź', 'Łomża']) {
      const request = { headers: new Map([['x-city', city]]) };
      expect(source.ip(VISITOR, request as never, undefined)).toEqual({ location: { city } });
    }
  });

  test('may have extreme coordinates, and an extreme continent', () => {
    expect(said({ 'x-latitude': '-90', 'x-longitude': '180', 'x-continent': 'AN' })).toEqual({
      location: { latitude: -90, longitude: 180, continent: { code: 'AN' } },
    });
  });

  for (const [what, sent] of Object.entries({
    'a country that is none': { 'x-country': 'XX' },
    'a country by its name': { 'x-country': 'Germany' },
    'a letter whose capitals are the code of a country': { 'x-country': '%C3%9F' },
    'more than the code of a continent': { 'x-continent': 'xEU' },
    'a code of no continent': { 'x-continent': 'XX' },
    'a continent by its name': { 'x-continent': 'Europe' },
    'a region by its name': { 'x-region': 'US-California' },
    'what only ends like a region': { 'x-region': 'x!US-CA' },
    'what only begins like a region': { 'x-region': 'US-CA!' },
    'a region with signs': { 'x-region': 'US-$1' },
    'a region of another country, without a country': { 'x-region': 'USCA' },
    'a region of no country': { 'x-country': 'ZZ', 'x-region': 'CA' },
    'a coordinate out of range': { 'x-latitude': '999.9', 'x-longitude': '13' },
    'half of a place': { 'x-latitude': '52' },
    'an empty coordinate': { 'x-latitude': '', 'x-longitude': '' },
    'no number of a network': { 'x-asn': 'AS0' },
    'a number too large for a network': { 'x-asn': '4294967296' },
    'a number behind a word': { 'x-asn': 'Net123' },
    'a number before a word': { 'x-asn': '123 Net' },
    'coordinates past the ends of the earth': { 'x-latitude': '90.01', 'x-longitude': '0' },
    'an empty text': { 'x-city': ' ' },
    'a dash': { 'x-city': '-' },
    'what Apache writes for a variable that is not set': { 'x-city': '(null)' },
    'nothing at all': {},
  }))
    test(`${what} is unknown`, () => {
      expect(said(sent)).toBeNull();
    });

  for (const [what, given] of Object.entries({
    'a name that is not listed': { [`nation${'x'.repeat(100)}`]: 'x-country' },
    'a name without a value': { country: undefined },
    'a name of the normaliser': { inEu: 'x-eu' },
    'what is no header': { country: 'x country' },
    'what is no text': { country: 1 },
    'an empty object': {},
    'no object': 'x-country',
  }))
    test(`${what} is refused at the call`, () => {
      const message = expect.stringMatching(/^The source headers .{10,}/);
      expect(() => headers(given as never)).toThrow(
        expect.objectContaining({ code: 'misconfigured', message }),
      );
    });

  test('with a message about the allowed names and values', () => {
    const said = (given: object) => () => headers(given as never);
    const listed = 'country, region, city, continent, timeZone, asn, organization, latitude,';
    expect(said({})).toThrow(listed);
    expect(said({ [`nation${'x'.repeat(100)}`]: 'x-country' })).toThrow(
      `has an invalid option "nation${'x'.repeat(44)}". Use an object with one or more of ${listed}`,
    );
    expect(said({ country: 1 })).toThrow(
      /has an invalid option "country"\. .* Each is a request header's name\./,
    );
    expect(() => maxmind({ asn: {} } as never)).toThrow(
      /^The source maxmind has an invalid option "asn"\. .* Each is an open database, with a function get\./,
    );
  });
});

test.describe('database files', () => {
  const file = (name: string) =>
    open<never>(createRequire(import.meta.url).resolve(`@ip-location-db/${name}`));

  test('as npm installs them, real', async () => {
    const country = await file('geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb');
    const { source } = maxmind({ country });
    expect(await found(source)).toEqual({ location: { country: { code: 'GB' } } });
    expect(await found(source, {}, '2a00:1450:4001:800::1')).toMatchObject({ location: { country: {} } });
    expect(await found(source, {}, '10.0.0.1')).toBeNull();
  });

  test('of one address family are not searched for the other', async () => {
    const country = (family: string) =>
      file(`geo-whois-asn-country-mmdb/geo-whois-asn-country-${family}.mmdb`);
    const [v4, v6] = [
      maxmind({ country: await country('ipv4') }),
      maxmind({ country: await country('ipv6') }),
    ];
    expect(await found(v4.source, {}, V6)).toBeNull();
    expect(await found(v6.source)).toBeNull();
    for (const sources of [[v4.source, v6.source] as const, [v6.source, v4.source] as const]) {
      const both = firstAvailable(...sources);
      expect(await found(both)).toEqual({ location: { country: { code: 'GB' } } });
      expect(await found(both, {}, V6)).toEqual({ location: { country: { code: 'US' } } });
    }
    const address = () => `::ffff:${VISITOR}`;
    expect(await answer({ ...v4, clientIp: address })).toMatchObject({
      location: { country: { code: 'GB' } },
    });
  });

  test('of IPv4 only are not searched for IPv6 addresses', async () => {
    const asked: unknown[] = [];
    const reader = { metadata: { ipVersion: 4 }, get: (address: string) => asked.push(address) };
    const { source } = maxmind({ city: reader, country: reader, asn: reader, anonymous: reader });
    expect(await found(source, {}, V6)).toBeNull();
    expect(asked).toEqual([]);
    await found(source);
    expect(asked).toEqual(Array(4).fill(VISITOR));
    await found(maxmind({ city: { get: reader.get } }).source, {}, V6);
    expect(asked).toContain(V6);
  });

  const reader = (record: object | null) => ({ get: () => record });

  test('in the layout that MaxMind documents', async () => {
    // https://dev.maxmind.com/geoip/docs/databases/city-and-country/city-binary
    const city = reader({
      city: { geoname_id: 2643743, names: { en: 'London', ja: 'ロンドン' } },
      continent: { code: 'EU', geoname_id: 6255148, names: { en: 'Europe' } },
      country: { geoname_id: 2635167, iso_code: 'GB', names: { en: 'United Kingdom' } },
      location: { accuracy_radius: 100, latitude: 51.5142, longitude: -0.0931, time_zone: 'Europe/London' },
      postal: { code: 'EC1A' },
      registered_country: { geoname_id: 6252001, iso_code: 'US', names: { en: 'United States' } },
      subdivisions: [
        { geoname_id: 6269131, iso_code: 'ENG', names: { en: 'England' } },
        { geoname_id: 2643743, iso_code: 'LND', names: { en: 'London' } },
      ],
    });
    const asn = reader({
      autonomous_system_number: 20712,
      autonomous_system_organization: 'Andrews & Arnold',
    });
    const anonymous = reader({ is_anonymous: true, is_anonymous_vpn: true });
    const country = reader({ country_code: 'US' });
    expect(await found(maxmind({ city, country, asn, anonymous }).source)).toEqual({
      connection: { asn: 20712, organization: 'Andrews & Arnold' },
      location: {
        continent: { code: 'EU' },
        country: { code: 'GB', name: 'United Kingdom' },
        region: { code: 'GB-ENG', name: 'England' },
        city: 'London',
        postal: 'EC1A',
        latitude: 51.5142,
        longitude: -0.0931,
      },
      time_zone: { id: 'Europe/London' },
      security: {
        is_anonymous: true,
        is_vpn: true,
        is_proxy: false,
        is_cloud_provider: false,
        is_tor: false,
        is_tor_exit: false,
      },
    });
  });

  test('a member of the EU is marked, others are not', async () => {
    const marked = (is_in_european_union: unknown) => {
      const country = reader({ country: { iso_code: 'DE', is_in_european_union } });
      return found(maxmind({ country }).source);
    };
    expect(await marked(true)).toEqual({ location: { country: { code: 'DE' }, in_eu: true } });
    expect(await marked('yes')).toEqual({ location: { country: { code: 'DE' } } });
  });

  for (const [mark, means] of Object.entries({
    is_anonymous: ['is_anonymous'],
    is_anonymous_vpn: ['is_vpn'],
    is_hosting_provider: ['is_cloud_provider'],
    is_public_proxy: ['is_proxy'],
    is_residential_proxy: ['is_proxy'],
    is_tor_exit_node: ['is_tor', 'is_tor_exit'],
  }))
    test(`the mark ${mark} is ${means.join(' and ')}, and nothing else`, async () => {
      const { security } = await found(maxmind({ anonymous: reader({ [mark]: true }) }).source);
      const marked = Object.entries(security as object).filter(([, is]) => is);
      expect(marked.map(([name]) => name).sort()).toEqual(means.sort());
    });

  test('in the flat layout, with places', async () => {
    const city = reader({
      city: 'Bremen',
      country_code: 'DE',
      latitude: 53.07,
      longitude: 8.8,
      postcode: '28195',
      state1: 'Bremen',
      state2: '',
      timezone: 'Europe/Berlin',
    });
    expect(await found(maxmind({ city }).source)).toEqual({
      location: {
        country: { code: 'DE' },
        region: { name: 'Bremen' },
        city: 'Bremen',
        postal: '28195',
        latitude: 53.07,
        longitude: 8.8,
      },
      time_zone: { id: 'Europe/Berlin' },
    });
  });

  test('a continent stays without a country, if no other file has one', async () => {
    const city = reader({ continent: { code: 'EU' } });
    expect(await found(maxmind({ city }).source)).toEqual({ location: { continent: { code: 'EU' } } });
  });

  test('the country file is used if the city file has no country', async () => {
    const country = reader({ country_code: 'DE' });
    const placeholder = { country_code: 'ZZ' };
    for (const record of [null, { location: { accuracy_radius: 5 } }, placeholder])
      expect(await found(maxmind({ city: reader(record), country }).source)).toEqual({
        location: { country: { code: 'DE' } },
      });
  });

  test('are not searched without an IP address', async () => {
    const asked: unknown[] = [];
    const { source } = maxmind({ country: { get: (address) => asked.push(address) } });
    expect(await found(source, {}, null)).toBeNull();
    expect(asked).toEqual([]);
  });

  for (const given of [{}, { country: 'GeoLite2-Country.mmdb' }, { asn: {} }, { cities: reader(null) }, null])
    test(`${JSON.stringify(given)} is refused at the call`, () => {
      expect(() => maxmind(given as never)).toThrow(expect.objectContaining({ code: 'misconfigured' }));
    });
});

test.describe('the first of several sources', () => {
  const germany = { location: { country: { code: 'DE' } } };
  const fails = () => {
    throw new Error('no file');
  };
  const ask = (...sources: Source[]) => found(firstAvailable(...sources));

  test('is the first with data', async () => {
    const empty = { location: { country: { code: null }, city: undefined } };
    const asked: string[] = [];
    const last = () => {
      asked.push('last');
      return {};
    };
    expect(
      await ask({ ip: () => null }, { ip: async () => empty }, { ip: () => germany }, { ip: last }),
    ).toEqual(germany);
    expect(asked).toEqual([]);
    const sparse = { ip: null, ...germany };
    expect(await ask({ ip: () => sparse }, { ip: last })).toEqual(sparse);
  });

  test('a placeholder for a country is no data', async () => {
    const nowhere = { location: { country: { code: 'XX' } } };
    expect(await ask({ ip: () => nowhere }, { ip: () => germany })).toEqual(germany);
    const tor = { location: { country: { code: 'T1' } } };
    expect(await ask({ ip: () => tor }, { ip: () => germany })).toEqual(tor);
  });

  test('a failing source is skipped', async () => {
    expect(await ask({ ip: fails }, { ip: async () => fails() }, { ip: () => germany })).toEqual(germany);
    expect(await ask({ ip: fails }, { ip: () => null })).toBeNull();
  });

  for (const junk of ['DE', ['DE'], 49, true, new Map([['country', 'DE']])])
    test(`a result other than a plain object is a failure too: ${typeof junk} ${JSON.stringify(junk)}`, async () => {
      const source = { ip: () => junk as never, network: () => junk as never };
      const other = { ip: () => germany, network: () => ({ asn: 1 }) };
      expect(await ask(source, other)).toEqual(germany);
      expect(await firstAvailable(source, other).network?.(1)).toEqual({ asn: 1 });
      expect(await ask(source, { ip: () => null })).toBeNull();
      await expect(ask(source, { ip: fails })).rejects.toThrow('instead of a plain object');
    });

  test('unless all fail', async () => {
    await expect(ask({ ip: fails }, { ip: async () => fails() })).rejects.toThrow('no file');
    // A source without networks doesn't count.
    const networks = firstAvailable({ ip: () => null }, { ip: () => null, network: fails });
    await expect(networks.network?.(1)).rejects.toThrow('no file');
  });

  test('networks and browsers come from the first source that has them, each separately', async () => {
    const both = firstAvailable(
      { ip: () => germany },
      { ip: () => null, network: () => null },
      { ip: () => null, network: (asn) => ({ asn, name: 'Second' }), browser: (header) => ({ header }) },
    );
    expect(await both.network?.(123)).toEqual({ asn: 123, name: 'Second' });
    expect(await both.browser?.('curl')).toEqual({ header: 'curl' });
    expect(Object.keys(firstAvailable({ ip: () => germany }))).toEqual(['ip']);
  });

  test('sources keep their own this', async () => {
    const source = { country: germany, ip: () => null, network: () => ({}) };
    source.ip = function (this: typeof source) {
      return this.country as never;
    };
    expect(await ask(source)).toEqual(germany);
  });

  const source = { ip: () => null };
  for (const [wrong, ...given] of [
    [1],
    [1, cloudflare()],
    [1, null],
    [2, source, 'x'],
    [1, { ...source, network: { asn: 1 } }],
    [2, source, { ...source, browser: null }],
  ])
    test(`${JSON.stringify(given)} is refused at the call, which names the argument`, () => {
      const message = expect.stringMatching(
        `^Argument ${wrong} of firstAvailable\\(\\) is not a data source.*relay.md#data-sources`,
      );
      expect(() => firstAvailable(...(given as never[]))).toThrow(
        expect.objectContaining({ code: 'misconfigured', message }),
      );
    });
});
