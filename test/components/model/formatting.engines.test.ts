import { expect } from '@open-wc/testing';
import { type FormatOptions, flagCode, formatField, isTime } from '../../../src/model/format.js';
import { setClock } from '../support/clock.js';
import { forms } from '../support/json.js';

const visitor = {
  ip: '81.2.69.142',
  hostname: null,
  connection: { asn: 396982, organization: 'Google LLC' },
  currency: { code: 'USD', name: 'US Dollar' },
  location: {
    continent: { code: 'NA', name: 'North America' },
    country: {
      code: 'US',
      name: 'United States of the service',
      area: 9629091,
      borders: ['CA', 'MX'],
      languages: [
        { code: 'en', name: 'English' },
        { code: 'es', name: 'Spanish' },
      ],
    },
    latitude: 39.1001,
    longitude: -94.57814,
    language: { code: 'es', name: 'Spanish' },
    in_eu: false,
  },
  security: { is_vpn: true },
  time_zone: {
    id: 'America/Chicago',
    abbreviation: 'XYZ',
    current_time: '2001-01-01T00:00:00+00:00',
    name: 'Central',
    offset: 0,
  },
  user_agent: { version_major: '120' },
};
const autonomousSystem = {
  asn: 15169,
  country_code: 'US',
  allocated: '1988-12-01T00:00:00Z',
  relationships: { upstreams: [174, 3356] },
};

beforeEach(() => {
  setClock('2025-07-01T18:05:00Z');
});

/** Engines put different spaces before AM and PM. */
const shown = (data: unknown, field: string, options: FormatOptions = {}) =>
  formatField(data, field, { locale: 'en', ...options }).replace(/\s/g, ' ');

describe('each field has its own format', () => {
  const cases: [field: string, locale: string, text: string, as?: FormatOptions['as']][] = [
    ['ip', 'de', '81.2.69.142'],
    ['location.country.name', 'de', 'Vereinigte Staaten'],
    ['location.country.code', 'de', 'US'],
    ['location.country.code', 'de', 'Vereinigte Staaten', 'region'],
    ['location.country.name', 'de', 'United States of the service', 'text'],
    ['location.country.borders', 'de', 'Kanada, Mexiko'],
    ['location.country.languages', 'de', 'Englisch, Spanisch'],
    ['location.country.languages', 'de', 'English, Spanish', 'text'],
    ['location.continent.name', 'de', 'North America'],
    // `NA` is also the code of Namibia.
    ['location.continent.name', 'de', 'North America', 'region'],
    ['location.continent.code', 'de', 'NA', 'region'],
    ['location.language.name', 'fr', 'espagnol'],
    ['location.language.code', 'fr', 'espagnol', 'language'],
    ['currency.name', 'de', 'US-Dollar'],
    ['currency.code', 'de', 'US-Dollar', 'currency'],
    ['location.country.area', 'de', '9.629.091'],
    ['location.country.area', 'de', '9629091', 'text'],
    ['location.latitude', 'de', '39,1001'],
    ['location.longitude', 'de', '-94,57814'],
    ['location.longitude', 'en', '-94.57814'],
    ['user_agent.version_major', 'de', '120'],
    ['user_agent.version_major', 'ar-EG', '١٢٠', 'number'],
    ['connection.asn', 'de', 'AS396982'],
    ['connection.asn', 'de', '396982', 'text'],
    ['connection.asn', 'de', '396.982', 'number'],
    ['location.in_eu', 'de', 'No'],
    ['security.is_vpn', 'de', 'Yes'],
    ['security.is_vpn', 'de', 'true', 'text'],
    ['time_zone.name', 'de', 'Nordamerikanische Zentral-Sommerzeit'],
    ['time_zone.name', 'de', 'Central', 'text'],
    ['location.city', 'de', 'Vereinigte Staaten', 'flag'],
  ];
  for (const [field, locale, text, as] of cases)
    it(`${field}${as ? ` as ${as}` : ''} in ${locale}: ${text}`, () => {
      const locales = as ? { locale, as } : { locale };
      expect(
        shown(visitor, field, locales)
          .replace('−', '-')
          .replace(/\u200e/g, ''),
      ).to.equal(text);
    });

  it('an autonomous system has its number, country, date and list of neighbours', () => {
    const fields = ['asn', 'country_code', 'allocated', 'relationships.upstreams'];
    expect(fields.map((field) => shown(autonomousSystem, field))).to.deep.equal([
      'AS15169',
      'United States',
      'Dec 1, 1988',
      'AS174, AS3356',
    ]);
    expect(shown(autonomousSystem, 'name', { as: 'flag' })).to.equal('United States');
  });

  it('all neighbours and dates of an autonomous system have the same format', () => {
    const data = { relationships: { downstreams: [1], peers: [2] }, updated: '2023-10-26T23:59:59Z' };
    const fields = ['relationships.downstreams', 'relationships.peers', 'updated'];
    expect(fields.map((field) => shown(data, field))).to.deep.equal(['AS1', 'AS2', 'Oct 26, 2023']);
  });

  it('true and false have English texts, also in a list', () => {
    expect(shown({ tried: [true, false, 'true'] }, 'tried')).to.equal('Yes, No, true');
  });

  it('a list leaves out items without text', () => {
    const borders = ['CA', null, {}, '', { name: 'Freedonia' }];
    expect(shown({ location: { country: { borders } } }, 'location.country.borders')).to.equal(
      'Canada, Freedonia',
    );
  });

  it('a name is not mistaken for the code beside it', () => {
    expect(shown({ company: { name: 'Acme', code: 5 } }, 'company.name')).to.equal('Acme');
    expect(shown({ hostname: 'a.example', hostcode: 'US' }, 'hostname', { as: 'region' })).to.equal(
      'a.example',
    );
  });

  it('names a country that the data only has the code of', () => {
    expect(shown({ location: { country: { code: 'fr' } } }, 'location.country.name')).to.equal('France');
  });
});

describe('the time', () => {
  it("is now in the visitor's zone, whatever abbreviation and offset the service gave", () => {
    expect(shown(visitor, 'time_zone.current_time')).to.equal('1:05 PM');
    expect(shown(visitor, 'time_zone.current_time', { locale: 'de' })).to.equal('13:05');
    for (const field of ['time_zone.id', 'ip', 'location.country.borders', 'missing'])
      expect(shown(visitor, field, { as: 'time' })).to.equal('1:05 PM');
    expect(shown({ time_zone: { id: 'Asia/Tokyo' } }, 'time_zone.current_time')).to.equal('3:05 AM');
  });

  it('is empty without a zone that the browser knows', () => {
    for (const id of [undefined, null, '', 'Nowhere/Land', 5, {}])
      expect(shown({ time_zone: { ...visitor.time_zone, id } }, 'time_zone.current_time')).to.equal('');
  });

  it('is updated by itself, and other fields are not', () => {
    expect(isTime('time_zone.current_time')).to.equal(true);
    expect(isTime('ip', 'time')).to.equal(true);
    expect(isTime('time_zone.current_time', 'text')).to.equal(false);
    expect(isTime('time_zone.id')).to.equal(false);
  });
});

describe('what the browser cannot name stays as the service wrote it', () => {
  for (const [what, data, field, text] of [
    [
      'a country without a code',
      { location: { country: { code: null, name: 'Freedonia' } } },
      'location.country.name',
      'Freedonia',
    ],
    [
      'an unknown language',
      { location: { language: { code: '?', name: 'Klingon' } } },
      'location.language.name',
      'Klingon',
    ],
    ['an unknown currency', { currency: { code: 'gold', name: 'Gold' } }, 'currency.name', 'Gold'],
    ['a date that is none', { allocated: 'long ago' }, 'allocated', 'long ago'],
    [
      'an unknown zone',
      { time_zone: { id: 'Nowhere/Land', name: 'Nowhere Time' } },
      'time_zone.name',
      'Nowhere Time',
    ],
    [
      'a zone without a name of its own',
      { time_zone: { id: 'Asia/Tokyo' } },
      'time_zone.name',
      'Japan Standard Time',
    ],
    ['an AS number that is none', { asn: 'none' }, 'asn', 'none'],
    ['an AS number that is a text', { asn: '15169' }, 'asn', 'AS15169'],
    ['an AS number with its letters', { asn: 'AS15169' }, 'asn', 'AS15169'],
    ['an AS number with a remark', { asn: '15169 (old)' }, 'asn', '15169 (old)'],
  ] as const)
    it(what, () => expect(shown(data, field)).to.equal(text));

  it('an invalid number', () => {
    for (const value of ['many', ' ', 'Infinity'])
      expect(formatField({ value }, 'value', { as: 'number' })).to.equal(value);
  });
});

describe('there is nothing to show', () => {
  const empty = { location: null, connection: { asn: null }, hostname: null, list: [], blank: '' };
  for (const field of [
    'location.country.name',
    'connection.asn',
    'connection',
    'hostname',
    'list',
    'blank',
    'missing',
    'toString',
    '__proto__',
  ])
    it(`for ${field}`, () => {
      for (const as of forms) expect(formatField(empty, field, { as })).to.equal('');
    });

  it('for an object that has a name', () => {
    expect(formatField({ company: { name: 'Google LLC', code: 'US' } }, 'company')).to.equal('');
  });
});

describe('the language', () => {
  it('is the browser’s if a tag is malformed or missing', () => {
    const usual = formatField(visitor, 'location.country.name');
    for (const locale of [undefined, '', 'not a tag', 'de_DE', ['!'], 'constructor'])
      expect(formatField(visitor, 'location.country.name', { locale })).to.equal(usual);
    expect(formatField(visitor, 'location.country.borders', { locale: '!' })).to.contain('Canada');
  });

  it('may be a list, whose first known language wins', () => {
    expect(shown(visitor, 'location.country.name', { locale: ['fr', 'de'] })).to.equal('États-Unis');
  });

  it('of one call does not leak into the next', () => {
    expect(shown(visitor, 'currency.name', { locale: 'fr' })).to.equal('dollar des États-Unis');
    expect(shown(visitor, 'currency.name', { locale: 'en' })).to.equal('US Dollar');
  });
});

describe('options', () => {
  it('that are null are those that are missing', () => {
    const none = Object.fromEntries(['locale', 'as'].map((name) => [name, null]));
    for (const field of ['location.country.name', 'location.in_eu', 'time_zone.current_time'])
      for (const given of [null, none])
        expect(formatField(visitor, field, given as object), field).to.equal(formatField(visitor, field));
  });
});

describe('a flag', () => {
  for (const [data, field, code] of [
    [visitor, 'location.country.name', 'US'],
    [visitor, 'location.country.code', 'US'],
    [autonomousSystem, 'country_code', 'US'],
    [{ country_code: 'gb' }, 'country_code', 'GB'],
    [visitor, 'location.city', undefined],
    [visitor, 'currency.name', undefined],
    [{ country_code: 'USA' }, 'country_code', undefined],
    [{ country_code: '.US' }, 'country_code', undefined],
    [{ owner: { country_code: 'US' } }, 'owner.country_code', undefined],
    [{ country_codes: 'US' }, 'country_codes', undefined],
    [{ country_code: '../../evil' }, 'country_code', undefined],
    [{ country_code: 'U\n' }, 'country_code', undefined],
    [{ country_code: ['US'] }, 'country_code', undefined],
    [{ location: { country: { name: 'US' } } }, 'location.country.name', undefined],
    [null, 'country_code', undefined],
    [{ country_code: 'XX' }, 'country_code', undefined],
    [{ country_code: 'zz' }, 'country_code', undefined],
    [{ country_code: 'AP' }, 'country_code', undefined],
    [{ country_code: 'T1' }, 'country_code', undefined],
    [{ country_code: 'ß' }, 'country_code', undefined],
    [{ location: { country: { code: 'XX', name: 'Unknown' } } }, 'location.country.name', undefined],
  ] as const)
    it(`beside ${field} of ${JSON.stringify(data)?.slice(0, 60)} is ${code ?? 'none'}`, () =>
      expect(flagCode(data, field)).to.equal(code));

  it("asked for is the country's, whatever the field", () => {
    expect(flagCode(visitor, 'ip', 'flag')).to.equal('US');
    expect(flagCode(autonomousSystem, 'name', 'flag')).to.equal('US');
    expect(flagCode({ name: 'Chrome' }, 'name', 'flag')).to.equal(undefined);
  });
});
