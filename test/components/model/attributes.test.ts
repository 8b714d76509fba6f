import { expect } from '@open-wc/testing';
import { conditions } from '../../../src/model/conditions.js';
import { htmlAttributes } from '../../../src/personal/expose.js';

const visitor = {
  connection: { asn: 15169, type: 'isp' },
  currency: { code: 'GBP' },
  location: {
    continent: { code: 'EU' },
    country: { code: 'GB' },
    region: { code: 'GB-ENG' },
    language: { code: 'en' },
    in_eu: false,
  },
  time_zone: { id: 'America/New_York' },
  user_agent: { name: 'Samsung Internet', device: { type: 'mobile' }, os: { name: 'Chrome OS' } },
};

describe('the attributes on <html>', () => {
  it('are the text of what is known, AS numbers as AS64500', () => {
    expect(htmlAttributes(visitor, { gpc: true })).to.deep.equal({
      country: 'GB',
      continent: 'EU',
      region: 'GB-ENG',
      eu: 'false',
      currency: 'GBP',
      language: 'en',
      'time-zone': 'America/New_York',
      asn: 'AS15169',
      network: 'isp',
      device: 'mobile',
      os: 'Chrome OS',
      browser: 'Samsung Internet',
      gpc: 'true',
      groups: undefined,
    });
  });

  it('have undefined for unknown values, so that an old attribute can be removed', () => {
    const known = htmlAttributes({
      location: { country: { code: null } },
      connection: { asn: {}, type: '' },
    });
    expect(Object.keys(known)).to.have.length(conditions.length + 1);
    expect(Object.values(known).every((value) => value === undefined)).to.equal(true);
  });

  it('tell of Global Privacy Control without data, and nothing if it is unknown', () => {
    expect(htmlAttributes(undefined, { gpc: false }).gpc).to.equal('false');
    expect(htmlAttributes({ gpc: true }, {}).gpc).to.equal(undefined);
    expect(htmlAttributes({ gpc: true }).gpc).to.equal(undefined);
  });

  it('say whether a country is in the European Union if the data doesn’t', () => {
    expect(htmlAttributes({ location: { country: { code: 'de' } } }).eu).to.equal('true');
    expect(htmlAttributes({ location: { country: { code: 'US' } } }).eu).to.equal('false');
    expect(htmlAttributes({ location: { country: { code: 'XX' } } }).eu).to.equal(undefined);
    expect(htmlAttributes({ location: { country: { code: 'DE' }, in_eu: false } }).eu).to.equal('false');
  });

  it('write a country’s code in capitals, as CSS and the next page’s cookie have it, whatever the data’s case', () => {
    for (const code of ['de', 'De', 'DE'])
      expect(htmlAttributes({ location: { country: { code } } }).country).to.equal('DE');
  });

  it('write an AS number as AS64500, and other values unchanged', () => {
    for (const [asn, attribute] of [
      [64500, 'AS64500'],
      ['64500', 'AS64500'],
      ['AS64500', 'AS64500'],
      ['none', 'none'],
      ['5 or 6', '5 or 6'],
      [null, undefined],
    ] as const)
      expect(htmlAttributes({ connection: { asn } }).asn).to.equal(attribute);
    expect(htmlAttributes({ connection: { type: '64500' } }).network).to.equal('64500');
  });
});
