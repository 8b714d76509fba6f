import { expect } from '@open-wc/testing';
import { matches } from '../../../src/personal/matches.js';
import { simulationOf } from '../support/page.js';

describe('simulation', () => {
  const mistakes: string[] = [];
  beforeEach(() => {
    mistakes.length = 0;
  });
  const parse = (search: string) =>
    simulationOf(search, (name, allowed) => mistakes.push(`"visitor-${name}": Use ${allowed}.`));
  const said = (search: string) => parse(search)?.data;

  it('sets the field of each parameter, in the service’s types', () => {
    expect(
      said(
        'visitor-country=DE&visitor-asn=AS64500&visitor-eu=true&visitor-time-zone=Europe/Berlin&visitor-os=Chrome OS',
      ),
    ).to.deep.equal({
      location: { country: { code: 'DE' }, in_eu: true },
      connection: { asn: 64500 },
      time_zone: { id: 'Europe/Berlin' },
      user_agent: { os: { name: 'Chrome OS' } },
    });
    expect(said('visitor-asn=64500&visitor-eu=False')).to.deep.equal({
      connection: { asn: 64500 },
      location: { in_eu: false },
    });
  });

  it('ignores unknown and impossible values', () => {
    expect(
      said('visitor-country=Germany&visitor-asn=ASfoo&visitor-browser=Firefox&visitor-shoe=42'),
    ).to.deep.equal({
      user_agent: { name: 'Firefox' },
    });
  });

  it('reports nothing if nothing is simulated', () => {
    for (const search of ['', 'utm=1', 'visitor-country=', 'visitor-__proto__=1', 'visitor-field=ip'])
      expect(said(search), search).to.equal(undefined);
  });

  const real: Record<string, string[]> = {
    country: ['DE', 'xk'],
    continent: ['EU', 'an'],
    region: ['GB-ENG', 'DE-NW', 'FR-1', 'us-ca'],
    eu: ['true', 'false', 'TRUE', ''],
    currency: ['EUR', 'xau'],
    language: ['de', 'gsw', 'pt-BR', 'zh-Hant-TW', 'es-419'],
    'time-zone': ['Europe/Berlin', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5', 'UTC'],
    asn: ['64500', 'AS64500', 'as4294967295'],
    network: ['isp', 'hosting', 'Business'],
    device: ['desktop', 'tablet', 'Mobile'],
    os: ['macOS', 'Chrome OS', 'Windows 10.0', 'Windows Server 2022'],
    browser: ['Firefox', 'Samsung Internet', 'UC Browser 8.9', 'a'.repeat(40)],
  };
  const sentence = 'Your account was closed';
  const impossible: Record<string, string[]> = {
    country: ['UK', 'EU', 'DEU', 'D', 'D1', ' DE', 'DE\n'],
    continent: ['XX', 'EUR', 'Europe', ''],
    region: ['ENG', 'GB', 'GB-', 'GB-ENGL', 'GBR-EN', 'GB_ENG', 'UK-ENG', 'GB-É', ''],
    eu: ['yes', '1', 'truest'],
    currency: ['EU', 'EURO', '€€€', ''],
    language: ['german', 'd', 'de_DE', 'de-closed', 'en-this-site-was-hacked', 'de-DE-DE', 'x-closed', ''],
    'time-zone': ['Berlin', 'Nowhere/Land', '+01:00', 'Your/Account', ''],
    asn: ['AS', '0', 'AS0', '-1', '1.5', '4294967296', '99999999999', 'AS 1', ''],
    network: ['fast', 'ispy', 'wisp', ''],
    device: ['fridge', 'mobiles', ''],
    os: ['a b c d', 'Chrome-OS', 'Chrome  OS', ' macOS', 'a'.repeat(41), ''],
    browser: ['<b>x</b>', 'go to: evil', 'a/b', 'Яндекс!', ''],
  };
  /** Part of the console message for each parameter. */
  const takes: Record<string, string> = {
    country: 'two letters such as DE',
    continent: 'AF, AN, AS, EU, NA, OC or SA',
    region: 'US-CA',
    eu: 'true or false',
    currency: 'three-letter codes',
    language: 'pt-BR',
    'time-zone': 'Europe/Paris',
    asn: 'AS15169',
    network: 'hosting, ',
    device: 'phone, ',
    os: 'at most three words',
    browser: 'at most three words',
  };
  for (const [name, tokens] of Object.entries(real))
    it(`accepts for ${name} ${tokens.join(', ')}`, () => {
      for (const token of tokens)
        expect(said(new URLSearchParams({ [`visitor-${name}`]: token }).toString()), token).to.be.an(
          'object',
        );
    });
  for (const [name, tokens] of Object.entries(impossible))
    it(`accepts for ${name} no value of another form`, () => {
      for (const token of [...tokens, sentence, `${real[name]?.[0]} ${sentence}`, 'x'.repeat(41)]) {
        mistakes.length = 0;
        expect(said(new URLSearchParams({ [`visitor-${name}`]: token }).toString()), token).to.equal(
          undefined,
        );
        expect(mistakes[0] ?? '')
          .to.include(`"visitor-${name}"`)
          .and.to.match(/ Use (?!undefined)\w.+/)
          .and.to.include(takes[name]);
      }
    });

  it('names a wrong value, with the allowed ones', () => {
    said('visitor-country=Germania&visitor-currency=EUR&visitor-shoe=4');
    said('visitor-country=@nordics');
    expect(mistakes).to.deep.equal([
      '"visitor-country": Use two letters such as DE (and GB, not UK).',
      '"visitor-country": Use two letters such as DE (and GB, not UK).',
    ]);
  });

  it('writes codes as the service does, so that CSS matches them', () => {
    expect(
      said(
        'visitor-country=de&visitor-continent=eu&visitor-region=de-be&visitor-currency=eur&visitor-network=ISP&visitor-device=TV&visitor-browser=Opera',
      ),
    ).to.deep.equal({
      location: { country: { code: 'DE' }, continent: { code: 'EU' }, region: { code: 'DE-BE' } },
      currency: { code: 'EUR' },
      connection: { type: 'isp' },
      user_agent: { device: { type: 'tv' }, name: 'Opera' },
    });
    expect(said('visitor-region=US-CA&visitor-country=FR')).to.deep.equal({
      location: { country: { code: 'FR' }, region: { code: 'US-CA' } },
    });
    expect(said('visitor-eu=')).to.deep.equal({ location: { in_eu: true } });
  });

  it('has what a browser signals apart from the data', () => {
    for (const [given, gpc] of [
      ['true', true],
      ['FALSE', false],
      ['', true],
    ] as const)
      expect(parse(`visitor-gpc=${given}`)).to.deep.equal({
        signals: { gpc },
      });
    expect(parse('visitor-gpc=true&visitor-country=DE')).to.deep.equal({
      signals: { gpc: true },
      data: { location: { country: { code: 'DE' } } },
    });
    expect(parse('visitor-gpc=1')).to.equal(undefined);
    expect(mistakes.at(-1)).to.include('"visitor-gpc": Use true or false.');
  });

  it('matches the conditions with the same name and text', () => {
    for (const [name, token] of Object.entries({
      country: 'DE',
      asn: 'AS64500',
      eu: 'true',
      language: 'de',
      device: 'tv',
    }))
      expect(matches(said(`visitor-${name}=${token}`), { [name]: token }), name).to.equal(true);
  });
});
