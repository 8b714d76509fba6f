/** The header by which a cached page learns its visitor's place: a broken one would be ignored, a long one cut, an address leaked. */
import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { headers, serverTiming } from '../../../src/relay/sources/index.js';
import { readServerTiming } from '../../../src/server-timing.js';
import { parameters } from '../../support/properties.js';
import { setServerTiming } from '../../support/server-timing.js';

afterEach(() => void vi.unstubAllGlobals());

/** What a page reads that has these pairs in its own response's header. */
function readPairs(pairs: string) {
  vi.stubGlobal('isSecureContext', true);
  setServerTiming(['visitor', pairs]);
  return readServerTiming();
}

const location = { country: { code: 'DE' }, region: { code: 'DE-BE' }, city: 'München' };
const time_zone = { id: 'Europe/Berlin' };

test('it is the one entry of that name, with URL-encoded pairs', () => {
  expect(serverTiming({ ip: '81.2.69.142', location, time_zone })).toBe(
    'visitor;desc="country=DE&region=DE-BE&city=M%C3%BCnchen&timeZone=Europe%2FBerlin"',
  );
});

test('it has each name of headers(), and no other', () => {
  const value = serverTiming({
    ip: '81.2.69.142',
    hostname: 'host.example',
    company: { name: 'Example' },
    connection: { asn: 64500, organization: 'A&B = "C"', domain: 'example.com' },
    location: { ...location, continent: { code: 'EU' }, latitude: 52.5, longitude: -13.4, postal: '10115' },
    time_zone,
    user_agent: { header: 'Mozilla' },
  });
  const [, pairs = ''] = /^visitor;desc="([^"\\]*)"$/.exec(value) ?? [];
  const said = Object.fromEntries(new URLSearchParams(pairs));
  expect(said).toEqual({
    country: 'DE',
    region: 'DE-BE',
    city: 'München',
    continent: 'EU',
    timeZone: 'Europe/Berlin',
    asn: '64500',
    organization: 'A&B = "C"',
    latitude: '52.5',
    longitude: '-13.4',
    postal: '10115',
  });
  // Each is a name that headers() takes.
  expect(() => headers(Object.fromEntries(Object.keys(said).map((name) => [name, 'x'])))).not.toThrow();
});

for (const [what, data] of Object.entries({
  'no data': null,
  'nothing at all': undefined,
  'an empty object': {},
  'an IP address alone': { ip: '81.2.69.142' },
  'a city without a country': { location: { city: 'Berlin' } },
  'a country that is none': { location: { ...location, country: { code: 'XX' } } },
  'a country by its name': { location: { country: { code: 'Germany' } } },
  Tor: { location: { country: { code: 'T1' } } },
  'a text': 'DE',
}))
  test(`${what} makes no header`, () => {
    expect(serverTiming(data as never)).toBe('');
  });

for (const [what, city] of Object.entries({
  'an IPv4 address': 'near 81.2.69.142!',
  'an IPv6 address': 'host 2001:db8::1',
  'a line break': 'Ber\nlin',
  'half a character': 'Ber\ud800lin',
  'only signs': '**',
  'no text': {},
}))
  test(`a city with ${what} is left out`, () => {
    const data = { location: { country: { code: 'DE' }, city } };
    expect(serverTiming(data as never)).toBe('visitor;desc="country=DE"');
  });

test('a value that doesn’t fit is left out, and shorter ones are kept', () => {
  const value = serverTiming({ location: { ...location, city: 'é'.repeat(100) }, time_zone });
  expect(value).toBe('visitor;desc="country=DE&region=DE-BE&timeZone=Europe%2FBerlin"');
});

test('a value of any length takes no time', () => {
  const value = serverTiming({ location: { country: { code: 'DE' }, city: '1'.repeat(200_000) } });
  expect(value).toBe('visitor;desc="country=DE"');
});

test('coordinates come together or not at all', () => {
  const at = (place: object) => serverTiming({ location: { country: { code: 'DE' }, ...place } });
  expect(at({ latitude: 52 })).toBe('visitor;desc="country=DE"');
  expect(at({ latitude: 999.9, longitude: 0 })).toBe('visitor;desc="country=DE"');
  // Room for one of the two only.
  const full = at({ city: 'x'.repeat(207), latitude: 52, longitude: 13 });
  expect(full).not.toContain('tude');
  expect(full.length).toBeGreaterThan(230);
});

test('whatever data there is, the header is well-formed, short, and has no IP address', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: 'grapheme', maxLength: 400 }),
    fc.ipV4(),
    fc.ipV6().map((address) => `host ${address}`),
    fc.constantFrom('"', '\\', '%', '&country=FR', '\r\nSet-Cookie: a=b', '__proto__', 'DE-BE', 'Zürich'),
  );
  const any = fc.oneof(text, fc.double(), fc.constantFrom(null, undefined, 52.5), fc.jsonValue());
  const record = (shape: Record<string, fc.Arbitrary<unknown>>) =>
    fc.oneof({ weight: 9, arbitrary: fc.record(shape, { requiredKeys: [] }) }, any);
  const data = fc.record({
    ip: fc.oneof(fc.ipV4(), fc.ipV6()),
    connection: record({ asn: any, organization: text }),
    time_zone: record({ id: text }),
    location: record({
      country: fc.record({ code: fc.oneof({ weight: 9, arbitrary: fc.constant('DE') }, any) }),
      region: record({ code: any }),
      continent: record({ code: any }),
      city: text,
      postal: text,
      latitude: any,
      longitude: any,
    }),
  });
  fc.assert(
    fc.property(data, (given) => {
      const value = serverTiming(given as never);
      if (value === '') return;
      expect(value.length).toBeLessThanOrEqual(256);
      // Printable ASCII in one quoted string: no cache, proxy or browser reads more than one entry from it.
      const [, pairs = ''] = /^visitor;desc="([!#-[\]-~]+)"$/.exec(value) ?? [];
      expect(pairs, value).not.toBe('');
      expect(new Headers({ 'Server-Timing': value }).get('server-timing')).toBe(value);
      const said = [...new URLSearchParams(pairs)];
      expect(said[0]?.[0]).toBe('country');
      expect(readPairs(pairs)).toMatchObject({ location: { country: { code: said[0]?.[1] } } });
      expect(new Set(said.map(([name]) => name)).size).toBe(said.length);
      for (const [name, each] of said) {
        expect(each, name).not.toMatch(/\p{Cc}/u);
        expect(each, name).not.toContain(given.ip);
      }
    }),
    parameters,
  );
});

test('the page reads all that the header has', () => {
  const data = {
    connection: { asn: 64500, organization: 'A&B + "C" 100%' },
    location: { ...location, continent: { code: 'EU' }, latitude: 52.5, longitude: -13.4, postal: '01067' },
    time_zone,
  };
  const [, pairs = ''] = /"(.*)"/.exec(serverTiming(data)) ?? [];
  expect(readPairs(pairs)).toEqual(data);
});

test('a city comes out of the header as it went in, or is left out', () => {
  const city = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(city, (name) => {
      const value = serverTiming({ location: { country: { code: 'DE' }, city: name } });
      const [, pairs = ''] = /"(.*)"/.exec(value) ?? [];
      const said = new URLSearchParams(pairs).get('city');
      expect([name.trim(), null]).toContain(said);
    }),
    parameters,
  );
});
