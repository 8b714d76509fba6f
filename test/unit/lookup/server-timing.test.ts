import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { changeSettings } from '../../../src/lookup/configure.js';
import type { IpData } from '../../../src/lookup/index.js';
import { Page } from '../../../src/lookup/page.js';
import { readServerTiming } from '../../../src/server-timing.js';
import { lookupsOf } from '../../support/own-page.js';
import { parameters } from '../../support/properties.js';
import { setServerTiming } from '../../support/server-timing.js';

const full =
  'country=DE&region=DE-BE&city=M%C3%BCnchen&continent=EU&timeZone=Europe%2FBerlin&asn=AS64500&organization=A%26B+Ltd&latitude=48.1&longitude=-11.6&postal=01067';

/** The data that a page has whose own response had these entries in its header. */
function visitorOf(...entries: [name: string, description: string][]): IpData | undefined {
  setServerTiming(...entries);
  const page = new Page();
  changeSettings(page, { initialData: readServerTiming() });
  return new (lookupsOf(page))().snapshot('ip').data;
}

const warn = vi.fn();
beforeEach(() => {
  vi.stubGlobal('console', { ...console, warn });
  vi.stubGlobal('isSecureContext', true);
});
afterEach(() => {
  vi.unstubAllGlobals();
  warn.mockClear();
});

test('each name of the header is a field, decoded once and of its type', () => {
  expect(visitorOf(['visitor', full])).toEqual({
    location: {
      continent: { code: 'EU' },
      country: { code: 'DE' },
      region: { code: 'DE-BE' },
      city: 'München',
      postal: '01067',
      latitude: 48.1,
      longitude: -11.6,
    },
    time_zone: { id: 'Europe/Berlin' },
    connection: { asn: 64500, organization: 'A&B Ltd' },
  });
  expect(warn).not.toHaveBeenCalled();
});

test('a header without URL encoding is read', () => {
  const data = visitorOf(['visitor', 'country=us&region=ca&timeZone=America/Los_Angeles']);
  expect(data?.location).toMatchObject({ country: { code: 'US' }, region: { code: 'US-CA' } });
  expect(data?.time_zone?.id).toBe('America/Los_Angeles');
});

test('unknown coordinates, a region’s name and an invalid number are left out, never read as 0° 0°', () => {
  const data = visitorOf(['visitor', 'country=DE&region=Berlin&latitude=&longitude=&asn=none&unknown=1']);
  expect(data?.location?.region).toEqual({});
  expect(data?.location?.latitude).toBe(null);
  expect(data?.location?.longitude).toBe(null);
  expect(data?.connection?.asn).toBe(null);
});

test('the first entry of the name is read, and no other entry', () => {
  const data = visitorOf(
    ['cdn-cache', 'country=FR'],
    ['Visitor', 'country=ES'],
    ['visitors', 'country=IT'],
    ['visitor', 'country=JP'],
    ['visitor', 'country=DE'],
  );
  expect(data?.location?.country?.code).toBe('JP');
});

for (const entries of [[], [['visitor', '']], [['other', 'country=DE']]] as [string, string][][])
  test(`a missing or empty entry is ignored without a warning: ${JSON.stringify(entries)}`, () => {
    expect(visitorOf(...entries)).toBe(undefined);
    expect(warn).not.toHaveBeenCalled();
  });

for (const [what, description] of Object.entries({
  'no country': 'city=Berlin',
  'an empty country': 'country=&city=Berlin',
  'a country’s name': 'country=Germany',
  'a placeholder': 'country=XX',
  Tor: 'country=T1',
  'the code ß, which would become South Sudan': 'country=%C3%9F',
  'a control character': 'country=DE&city=Ber%00lin',
  'a line break': 'country=DE&city=Ber%0D%0Alin',
  'broken percent-encoding': 'country=DE&city=100%',
  'what is not UTF-8': 'country=DE&city=M%FCnchen',
  'more than 1,024 characters': `country=DE&city=${'x'.repeat(1009)}`,
  'a megabyte': `country=DE&city=${'x'.repeat(1e6)}`,
  JSON: '{"location":{"country":{"code":"DE"}}}',
  'the word null': 'null',
}))
  test(`an unusable entry is ignored, and one line on the console doesn’t repeat its content: ${what}`, () => {
    expect(visitorOf(['visitor', description])).toBe(undefined);
    expect(warn).toHaveBeenCalledOnce();
    const [message] = warn.mock.lastCall ?? [];
    expect(message).toContain('Server-Timing');
    expect(message).not.toMatch(/Berlin|DE|xxx/);
  });

test('an entry of 1,024 characters is read', () => {
  const description = `country=DE&city=${'x'.repeat(1008)}`;
  expect(visitorOf(['visitor', description])?.location?.city).toHaveLength(1008);
});

test('outside a secure context, in a worker and on a server, the header is ignored without a warning', () => {
  expect(visitorOf(['visitor', full])).not.toBe(undefined);
  vi.stubGlobal('isSecureContext', undefined);
  expect(visitorOf(['visitor', full])).toBe(undefined);
  vi.stubGlobal('isSecureContext', true);
  for (const entries of [[], [{}]]) {
    vi.stubGlobal('performance', { getEntriesByType: () => entries });
    expect(readServerTiming()).toBe(undefined);
  }
  expect(warn).not.toHaveBeenCalled();
});

test('the text that a script tag has is no initialData of a module, and the new way is named', () => {
  const client = new Page();
  changeSettings(client, { initialData: 'server-timing' as never });
  expect(new (lookupsOf(client))().snapshot('ip').data).toBe(undefined);
  expect(warn.mock.calls).toEqual([
    [
      'visitor-elements: The setting "initialData" is "server-timing". Use readServerTiming() of visitor-elements/server-timing.js.',
    ],
  ]);
});

test('any header is read as data with a country, or is ignored', () => {
  const parts = [
    '%',
    '%2',
    '%F0',
    '+',
    '=',
    '&',
    'country',
    'region',
    'asn',
    'DE',
    '1e9',
    'ß',
    '\0',
    '\ud800',
  ];
  const text = fc.array(fc.constantFrom(...parts)).map((some) => some.join(''));
  const property = fc.property(text, (pairs) => {
    for (const given of [pairs, `country=DE&${pairs}`, `country=${pairs}`]) {
      setServerTiming(['visitor', given]);
      const data = readServerTiming();
      expect(data?.location?.country?.code ?? 'DE').toMatch(/^[A-Z]{2}$/);
    }
  });
  fc.assert(property, parameters);
});
