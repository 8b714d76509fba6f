import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isIP } from 'node:net';
import { expect } from 'vitest';
import { attributions, dataDate } from '../../../demo/service/attributions.js';
import { jsonRequest, startService } from '../../support/service.js';
import { test } from './fixtures.js';

/** The ranges in the package's CSV file (`first,last,asn,organisation`), which the service doesn't read. */
function rangesFromPackage(family: 4 | 6) {
  const path = createRequire(import.meta.url).resolve(`@ip-location-db/asn/asn-ipv${family}.csv`);
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  return lines.map((line) => {
    const [first = '', last = '', asn = ''] = line.split(',', 3);
    return { first, last, asn: Number(asn) };
  });
}

const size = (cidr: string) => 2 ** (32 - Number(cidr.split('/')[1]));
const number = (ip: string) => ip.split('.').reduce((sum, byte) => sum * 256 + Number(byte), 0);

test.describe('a range is found by each end of it, across the whole file', () => {
  for (const family of [4, 6] as const)
    test(`IPv${family}`, async ({ ask }) => {
      const ranges = rangesFromPackage(family);
      const step = Math.floor(ranges.length / 250);
      const picked = ranges.filter((_, i) => i % step === 0 || i === ranges.length - 1);
      const ends = picked.flatMap(({ first, last, asn }) => [
        { ip: first, asn },
        { ip: last, asn },
      ]);
      expect(ends.length).toBeGreaterThan(500);
      for (let at = 0; at < ends.length; at += 1024) {
        const batch = ends.slice(at, at + 1024);
        const { results } = await (
          await ask('/?fields=connection.asn', jsonRequest(batch.map(({ ip }) => ip)))
        ).json();
        const found = results.map(
          (result: { connection?: { asn: number }; code?: string }) => result.connection?.asn ?? result.code,
        );
        const right = batch.filter(({ asn }, i) => found[i] === asn || found[i] === 'RESERVED_IP_ADDRESS');
        expect(right.length).toBe(batch.length);
        expect(found.filter((code: unknown) => code === 'RESERVED_IP_ADDRESS').length).toBeLessThan(5);
      }
    });
});

test('an autonomous system’s prefixes cover its ranges exactly, and the count includes all', async ({
  ask,
}) => {
  const ranges = rangesFromPackage(4).filter(({ asn }) => asn === 20712);
  const addresses = ranges.reduce((sum, { first, last }) => sum + number(last) - number(first) + 1, 0);
  const { prefixes } = await (await ask('/AS20712')).json();
  expect(prefixes.ipv4).toHaveLength(prefixes.ipv4_count);
  expect(prefixes.ipv4.reduce((sum: number, { cidr }: { cidr: string }) => sum + size(cidr), 0)).toBe(
    addresses,
  );
  for (const { cidr, size: said } of prefixes.ipv4) {
    const [network = ''] = cidr.split('/');
    expect(said).toBe(size(cidr));
    expect(number(network) % said).toBe(0);
    expect(
      ranges.some(
        ({ first, last }) => number(first) <= number(network) && number(network) + said - 1 <= number(last),
      ),
    ).toBe(true);
  }
});

test('a name keeps its commas and quotes', async ({ ask }) => {
  const names = await (await ask('/AS13335,AS201907?fields=name')).json();
  expect(names.results).toEqual([{ name: 'Cloudflare, Inc.' }, { name: 'LLC "SPUTNIK"' }]);
});

test('a long list of prefixes stops at 100, its count does not', async ({ ask }) => {
  const { prefixes } = await (await ask('/AS7018')).json();
  expect(prefixes.ipv4).toHaveLength(100);
  expect(prefixes.ipv4_count).toBeGreaterThan(100);
});

test('the route of an address is that block of its range which holds it', async ({ ask }) => {
  expect(rangesFromPackage(4)).toContainEqual({ first: '1.0.128.0', last: '1.0.196.255', asn: 23969 });
  const { results } = await (await ask('/1.0.128.0,1.0.192.5,1.0.196.255?fields=connection.route')).json();
  expect(results.map(({ connection }: { connection: { route: string } }) => connection.route)).toEqual([
    '1.0.128.0/18',
    '1.0.192.0/22',
    '1.0.196.0/24',
  ]);
});

test('the route of any address holds it', async ({ ask }) => {
  const { connection } = await (await ask('/81.2.69.142')).json();
  const [network = '', bits] = connection.route.split('/');
  expect(isIP(network)).toBe(4);
  const offset = number('81.2.69.142') - number(network);
  expect(offset >= 0 && offset < 2 ** (32 - bits)).toBe(true);
  expect((await (await ask('/2606:4700:4700::1111')).json()).connection.route).toMatch(
    /^2606:4700:.*::\/\d+$/,
  );
});

test('a country has its location, currency, languages and flag', async ({ ask }) => {
  const { location, currency } = await (await ask('/212.27.48.10')).json();
  expect(location).toMatchObject({
    continent: { code: 'EU', name: 'Europe' },
    country: {
      code: 'FR',
      name: 'France',
      capital: 'Paris',
      calling_code: '33',
      flag: { emoji: '🇫🇷', emoji_unicode: 'U+1F1EB U+1F1F7' },
      languages: [{ code: 'fr', name: 'French', native: 'Français' }],
    },
    language: { code: 'fr' },
    in_eu: true,
  });
  expect(currency).toMatchObject({ code: 'EUR', symbol: '€' });
});

test('in_eu distinguishes the Union from the continent', async ({ ask }) => {
  expect((await (await ask('/81.2.69.142')).json()).location).toMatchObject({
    continent: { code: 'EU' },
    in_eu: false,
  });
});

test('fields without a source are null, never invented', async ({ ask }) => {
  const ip = await (await ask('/8.8.8.8')).json();
  expect(ip.location).toMatchObject({
    region: { code: null, name: null },
    city: null,
    postal: null,
    latitude: null,
  });
  expect(ip).toMatchObject({
    hostname: null,
    company: { name: null },
    connection: { domain: null, type: null },
  });
  expect(ip.security).toMatchObject({ is_bogon: false, is_proxy: null, is_vpn: null, is_threat: null });
  expect(await (await ask('/AS15169')).json()).toMatchObject({
    country_code: null,
    allocated: null,
    registry: null,
    domain: null,
    type: null,
    relationships: { upstreams: null, downstreams: null, peers: null },
  });
});

test('a public IP address without a known country or network gets nulls', async ({ ask }) => {
  const { ip, connection, location, currency, time_zone } = await (await ask('/from/2fff::1/')).json();
  expect(ip).toBe('2fff::1');
  expect(connection).toMatchObject({ asn: null, organization: null, route: null });
  expect(location).toMatchObject({ country: { code: null, name: null, flag: { emoji: null } }, in_eu: null });
  expect([currency.code, time_zone.id]).toEqual([null, null]);
  expect(await (await ask('/from/2fff::1/AS')).json()).toMatchObject({ code: 'UNKNOWN_ASN' });
});

test.describe("the visitor's clock", () => {
  const moments = [
    {
      ip: '81.2.69.142',
      at: '2026-01-15T12:00:00Z',
      local: '2026-01-15T12:00:00+00:00',
      dst: false,
      short: 'GMT',
    },
    {
      ip: '81.2.69.142',
      at: '2026-07-15T12:00:00Z',
      local: '2026-07-15T13:00:00+01:00',
      dst: true,
      short: 'BST',
    },
    { ip: '212.27.48.10', at: '2026-03-29T00:59:59Z', local: '2026-03-29T01:59:59+01:00', dst: false },
    { ip: '212.27.48.10', at: '2026-03-29T01:00:00Z', local: '2026-03-29T03:00:00+02:00', dst: true },
    {
      ip: '49.205.0.1',
      at: '2026-07-15T20:00:00Z',
      local: '2026-07-16T01:30:00+05:30',
      dst: false,
      short: 'IST',
    },
  ];
  for (const { ip, at, local, dst, short } of moments)
    test(`of ${ip} at ${at} shows ${local}`, async () => {
      const service = await startService({ now: () => Date.parse(at) });
      const { time_zone } = await (await fetch(`${service.base}/${ip}?key=demo-open`)).json();
      expect(time_zone).toMatchObject({ current_time: local, in_daylight_saving: dst });
      expect(time_zone.offset).toBe((Date.parse(`${local.slice(0, 19)}Z`) - Date.parse(at)) / 1000);
      if (short) expect(time_zone.abbreviation).toBe(short);
      await service.close();
    });

  const countries = [
    { of: 'Germany', ip: '141.20.0.1', at: '2026-07-15T12:00:00Z', id: 'Europe/Berlin', offset: 7200 },
    { of: 'Malaysia', ip: '202.188.0.1', at: '2026-07-15T12:00:00Z', id: 'Asia/Kuala_Lumpur', offset: 28800 },
    { of: 'Argentina', ip: '200.45.0.1', at: '2026-01-15T12:00:00Z', id: /Buenos_Aires$/, offset: -10800 },
    { of: 'Kazakhstan', ip: '95.56.0.1', at: '2026-07-15T12:00:00Z', id: /^Asia\//, offset: 18000 },
  ];
  for (const { of, ip, at, id, offset } of countries)
    test(`is known in ${of}, whose time zones all have the same time`, async () => {
      const service = await startService({ now: () => Date.parse(at) });
      const { time_zone } = await (await fetch(`${service.base}/${ip}?key=demo-open`)).json();
      expect(time_zone.id).toMatch(id);
      expect(time_zone.offset).toBe(offset);
      await service.close();
    });

  test('is unknown if the time zones of a country differ', async ({ ask }) => {
    const { time_zone } = await (await ask('/8.8.8.8')).json();
    expect(Object.values(time_zone)).toEqual([null, null, null, null, null, null]);
  });
});

test('the browser is parsed from its User-Agent', async ({ ask }) => {
  const strings = {
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36':
      {
        name: 'Chrome',
        type: 'browser',
        version: '120.0.0.0',
        version_major: '120',
        device: { brand: 'Apple', type: 'desktop' },
        engine: { name: 'Blink', type: 'browser' },
        os: { name: 'macOS', type: 'desktop', version: '10.15.7' },
      },
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0': {
      name: 'Firefox',
      os: { name: 'Windows', version: '10' },
    },
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Mobile/15E148 Safari/604.1':
      {
        name: 'Safari',
        device: { brand: 'Apple', name: 'iPhone', type: 'mobile' },
        os: { name: 'iOS', type: 'mobile' },
      },
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)': {
      name: 'Googlebot',
      type: 'robot',
    },
    'curl/8.5.0': {
      name: 'curl',
      type: 'robot',
      version: '8.5.0',
      engine: { name: null },
      os: { name: null },
    },
  };
  const { results } = await (await ask('/user_agent', jsonRequest(Object.keys(strings)))).json();
  expect(results).toMatchObject(Object.values(strings));
});

test('the data is dated and its sources are named', async ({ ask }) => {
  expect(dataDate).toMatch(/^20\d\d-[01]\d-[0-3]\d$/);
  expect((await (await ask('/AS15169')).json()).updated).toBe(`${dataDate}T00:00:00Z`);
  expect(attributions.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['NRO', 'RouteViews', 'IP Geolocation by DB-IP']),
  );
});
