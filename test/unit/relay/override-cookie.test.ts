/**
 * A visitor who selected a country: the relay describes this country, as the page does, and keeps the data of the IP
 * address itself.
 */
import fc from 'fast-check';
import { expect } from 'vitest';
import { countryCodes } from '../../../src/model/country.js';
import { createRelay } from '../../../src/relay/index.js';
import type { Source } from '../../../src/relay/options.js';
import { countryInCookie, withChosenCountry } from '../../../src/relay/source-data.js';
import { parameters } from '../../support/properties.js';
import { VISITOR } from '../../support/relay.js';
import { test } from './fixtures.js';

const overrideCookie = 'country';

/** Every field about Britain and its visitor. */
const inBritain = {
  ip: VISITOR,
  connection: { asn: 20712, organization: 'AAISP' },
  location: {
    city: 'London',
    country: { code: 'GB', name: 'United Kingdom', calling_code: '44' },
    region: { code: 'GB-ENG' },
    latitude: 51,
    longitude: 0,
    in_eu: false,
  },
  currency: { code: 'GBP', symbol: '£' },
  time_zone: { id: 'Europe/London' },
};
const inGermany = {
  ip: VISITOR,
  connection: { asn: 20712, organization: 'AAISP' },
  location: {
    continent: { code: 'EU' },
    country: { code: 'DE', name: 'Germany', calling_code: '49' },
    language: { code: 'de' },
    in_eu: true,
  },
  currency: { code: 'EUR' },
};

function over(source: Source, options = {}) {
  const relay = createRelay({ source, clientIp: () => VISITOR, overrideCookie, ...options });
  const request = (cookie: string, target = '') =>
    new Request(`https://site.example/origin/${target}`, { headers: cookie ? { cookie } : {} });
  return {
    ask: async (cookie: string, target = '') => (await relay(request(cookie, target))).json(),
    lookup: (cookie: string) => relay.lookup(request(cookie)),
  };
}

test('data of the first country is removed, and facts of the chosen one are added', async () => {
  const { ask, lookup } = over({ ip: () => inBritain });
  expect(await ask('country=DE')).toEqual(inGermany);
  expect(await lookup('a=b; country=DE; c=d')).toEqual(inGermany);
  expect(await ask('country=DE', '?fields=location.country.code,time_zone')).toEqual({
    location: { country: { code: 'DE' } },
  });
});

test('no data is removed if the data already describes the chosen country', async () => {
  const { ask } = over({ ip: () => inBritain });
  expect(await ask('country=GB')).toMatchObject(inBritain);
});

test('other lookups don’t change: a network has a country of its own', async () => {
  const network = () => ({ asn: 20712, country_code: 'GB' });
  const { ask } = over({ ip: () => inBritain, network });
  expect(await ask('country=DE', 'AS')).toEqual(network());
});

for (const cookie of [
  '',
  'country=',
  'country=XX',
  'country=T1',
  'country=QQ',
  'country=DEU',
  'country=ß',
  'country="DE"',
  'country=D%45',
  'country=DE=x',
  'xcountry=DE',
  'Country=DE',
  'country',
  'other=country=DE',
])
  test(`${cookie || 'no cookie'} chooses no country`, async () => {
    const { ask, lookup } = over({ ip: () => inBritain });
    expect(await ask(cookie)).toMatchObject(inBritain);
    expect(await lookup(cookie)).toMatchObject(inBritain);
  });

test('a cookie of the same name for a deeper path doesn’t hide the choice: browsers send it first', async () => {
  const { ask } = over({ ip: () => inBritain });
  expect(await ask('country=x; country=DE')).toEqual(inGermany);
});

test('a cookie is read whatever a proxy puts between cookies', async () => {
  const { ask } = over({ ip: () => inBritain });
  for (const cookies of ['a=b;country=DE', 'country=DE ;a=b', 'a=b;  country=DE;', 'country=FR;country=DE'])
    expect([cookies, await ask(cookies)]).toEqual([cookies, inGermany]);
});

test('without the option a cookie says nothing', async () => {
  const { ask } = over({ ip: () => inBritain }, { overrideCookie: undefined });
  expect(await ask('country=DE; =DE')).toMatchObject(inBritain);
});

test('a lookup that fails still fails: the page shows the choice alone', async () => {
  const relay = createRelay({ source: { ip: () => null }, overrideCookie });
  const request = new Request('https://site.example/origin/', { headers: { cookie: 'country=DE' } });
  expect((await relay(request)).status).toBe(400);
  expect(await relay.lookup(request)).toBeNull();
});

test('one call of the service serves every choice, and choosing again costs no other', async ({
  start,
  upstream,
}) => {
  const service = await upstream(() => inBritain);
  const { ask } = await start({ baseUrl: service.base, parseUserAgent: false, overrideCookie });
  const countryWith = async (cookie: string, target = '') =>
    (await (await ask(target, { headers: { cookie } })).json()).location.country.code;
  for (const [cookie, code] of [
    ['country=DE', 'DE'],
    ['country=JP', 'JP'],
    ['', 'GB'],
    ['country=DE', 'DE'],
  ] as const) {
    expect(await countryWith(cookie)).toBe(code);
    expect(await countryWith(cookie, '?fields=location.country.code')).toBe(code);
  }
  expect(service.asked).toEqual([`/${VISITOR}`]);
  const head = await ask('', { method: 'HEAD', headers: { cookie: 'country=DE' } });
  expect([head.status, await head.text()]).toEqual([200, '']);
});

test('the page and the relay agree on what is a country', () => {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const codes = letters.flatMap((first) => letters.map((second) => first + second));
  const inCookie = codes.filter((code) => countryInCookie(`country=${code}`, 'country') === code);
  expect(inCookie).toEqual(countryCodes());
  expect(inCookie.length).toBeGreaterThan(200);
});

test('whatever a client sends, a country comes of it or nothing', () => {
  const piece = fc.oneof(
    fc.constantFrom('country', 'DE', '=', ';', ' ', '%', 'XX', 'de', '__proto__'),
    fc.string(),
  );
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 9 }).map((pieces) => pieces.join('')),
      (header) => {
        const code = countryInCookie(header, 'country');
        expect(code).toMatch(/^([A-Z]{2})?$/);
        if (code) expect(header.toUpperCase()).toContain(`=${code}`.replace('=', ''));
      },
    ),
    parameters,
  );
});

test('whatever data there is, it has the chosen country and nothing of another', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.constantFrom('location', 'currency', 'time_zone', 'ip'), fc.jsonValue()),
      (data) => {
        const { location, currency, time_zone } = withChosenCountry(data, 'DE') as typeof inBritain;
        expect(location.country.code).toBe('DE');
        expect([currency.code, time_zone]).toEqual(['EUR', undefined]);
      },
    ),
    parameters,
  );
});
