import { expect } from '@open-wc/testing';
import { deepMerge, fieldValue } from '../../../src/model/json.js';
import { withOverride } from '../../../src/personal/page-override.js';

const data = {
  ip: '81.2.69.142',
  hostname: null,
  location: {
    city: 'London',
    country: { code: 'GB', name: 'United Kingdom', languages: [{ code: 'en', name: 'English' }] },
    in_eu: false,
  },
  currency: { code: 'GBP' },
  time_zone: { id: 'Europe/London' },
  connection: { asn: 64500 },
};

describe('a field path', () => {
  for (const [path, value] of [
    ['ip', '81.2.69.142'],
    ['location.country.code', 'GB'],
    ['location.country.languages.0.name', 'English'],
    ['location.in_eu', false],
    ['hostname', null],
    ['hostname.length', undefined],
    ['ip.length', undefined],
    ['location.nowhere.code', undefined],
    ['', undefined],
    ['location.', undefined],
    ['__proto__', undefined],
    ['constructor.name', undefined],
    ['location.country.languages.map', undefined],
    ['location.toString', undefined],
  ] as const)
    it(`${path || '(empty)'} finds ${JSON.stringify(value) ?? 'nothing'}`, () => {
      expect(fieldValue(data, path)).to.equal(value);
    });

  it('finds nothing in data that isn’t an object', () => {
    for (const value of [undefined, null, 'text', 4, true])
      expect(fieldValue(value, 'length')).to.equal(undefined);
  });
});

describe('merging', () => {
  it('goes into objects and replaces lists and single values', () => {
    const merged = deepMerge(data, { ip: null, location: { country: { code: 'FR', languages: [] } } });
    expect(merged).to.deep.equal({
      ...data,
      ip: null,
      location: { ...data.location, country: { code: 'FR', name: 'United Kingdom', languages: [] } },
    });
  });

  it('changes neither side, and makes new frozen objects', () => {
    const before = JSON.stringify(data);
    const partial = { location: { region: { code: 'GB-ENG' } } };
    const merged = deepMerge(data, partial);
    expect(JSON.stringify(data)).to.equal(before);
    for (const [made, given] of [
      [merged, partial],
      [merged.location, partial.location],
      [merged.location.region, partial.location.region],
    ]) {
      expect(Object.isFrozen(made)).to.equal(true);
      expect(Object.isFrozen(given)).to.equal(false);
    }
  });

  it('cannot pollute a prototype', () => {
    const hostile = JSON.parse(
      '{"__proto__": {"polluted": 1}, "constructor": {"prototype": {"polluted": 1}}}',
    );
    const merged = deepMerge({}, deepMerge(hostile, hostile));
    expect(Object.getPrototypeOf(merged)).to.equal(Object.prototype);
    expect(Reflect.get({}, 'polluted')).to.equal(undefined);
    expect(Reflect.get(merged, 'polluted')).to.equal(undefined);
  });
});

describe("the visitor's own choice", () => {
  it('of another country removes what describes the first one, and nothing else', () => {
    const choice = { location: { country: { code: 'FR' } } };
    expect(withOverride(data, choice)).to.deep.equal({
      ip: '81.2.69.142',
      hostname: null,
      connection: { asn: 64500 },
      location: { country: { code: 'FR' }, in_eu: true },
    });
  });

  it('keeps the currency it names itself', () => {
    const choice = { location: { country: { code: 'FR' } }, currency: { code: 'EUR' } };
    expect(withOverride(data, choice).currency).to.deep.equal({ code: 'EUR' });
  });

  for (const [what, choice] of [
    ['of the same country', { location: { country: { code: 'GB' } } }],
    ['of the same country in small letters', { location: { country: { code: 'gb' } } }],
    ['of something else', { connection: { asn: 64501 } }],
  ] as const)
    it(`${what} keeps the location`, () => {
      const seen = withOverride(data, choice);
      expect(seen.location?.city).to.equal('London');
      expect(seen.currency?.code).to.equal('GBP');
      expect(seen.time_zone?.id).to.equal('Europe/London');
    });

  it('is used alone if there is no data', () => {
    expect(withOverride(undefined, { location: { country: { code: 'FR' } } })).to.deep.equal({
      location: { country: { code: 'FR' }, in_eu: true },
    });
  });

  it('gives the same object for the same data and an equal override, and another for others', () => {
    const [choice, again, other] = [{ ip: '192.0.2.1' }, { ip: '192.0.2.1' }, { ip: '192.0.2.2' }];
    expect(withOverride(data, choice)).to.equal(withOverride(data, choice));
    expect(withOverride(undefined, choice)).to.equal(withOverride(undefined, choice));
    expect(withOverride(data, again)).to.equal(withOverride(data, choice));
    expect(withOverride(data, other)).not.to.equal(withOverride(data, choice));
    expect(withOverride(undefined, choice)).not.to.equal(withOverride(data, choice));
  });
});
