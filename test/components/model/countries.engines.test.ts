import { expect } from '@open-wc/testing';
import { countries } from '../../../src/model/country-lists.js';

/** ISO 3166-1 as of 2026, and Kosovo, whose code is not part of it. */
const assigned =
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF ' +
  'CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH ' +
  'GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW ' +
  'KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG ' +
  'NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN ' +
  'SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS XK YE ' +
  'YT ZA ZM ZW';

const codes = (locale?: string) => countries(locale).map(([code]) => code);
const nameOf = (code: string, locale: string) => countries(locale).find(([known]) => known === code)?.[1];
const order = (locale: string, ...asked: string[]) => codes(locale).filter((code) => asked.includes(code));

describe('the list of countries', () => {
  for (const locale of ['en', 'de', 'fr', 'ja', 'ar'])
    it(`has those that exist, in ${locale}: no unions, no withdrawn codes, no test codes`, () => {
      expect(codes(locale).toSorted().join(' ')).to.equal(assigned);
    });

  it('have names in the language', () => {
    expect(['de', 'fr', 'ja', 'ar'].map((locale) => nameOf('DE', locale))).to.deep.equal([
      'Deutschland',
      'Allemagne',
      'ドイツ',
      'ألمانيا',
    ]);
  });

  it('each have a name of their own', () => {
    for (const locale of ['en', 'de', 'fr', 'ja', 'ar']) {
      const names = countries(locale).map(([, name]) => name);
      expect(new Set(names).size).to.equal(names.length, locale);
      expect(names.filter((name) => /^[A-Z]{2}$|^$/.test(name))).to.deep.equal([]);
    }
  });

  it('is sorted by the language, not by character codes', () => {
    expect(order('en', 'AX', 'AF', 'ZW', 'AL')).to.deep.equal(['AF', 'AX', 'AL', 'ZW']);
    expect(order('de', 'AT', 'OM', 'PK', 'ZW')).to.deep.equal(['OM', 'AT', 'PK', 'ZW']); // Ö as O
    expect(order('sv', 'AX', 'AT', 'ZW', 'AL')).to.deep.equal(['AL', 'ZW', 'AX', 'AT']); // Å, Ö after Z
    expect(order('fr', 'EE', 'US', 'ET', 'FR')).to.deep.equal(['EE', 'US', 'ET', 'FR']); // É as E
    expect(order('ja', 'AR', 'IT', 'US', 'GB')).to.deep.equal(['US', 'AR', 'GB', 'IT']); // アメリカ before アルゼンチン
    expect(order('ar', 'FR', 'JO', 'NL', 'TN')).to.deep.equal(['JO', 'TN', 'FR', 'NL']); // ا, ت, ف, ه
  });

  for (const locale of ['bs-Cyrl', 'tlh', 'yi', 'en-x-private', 'ii', 'zxx', 'und'])
    it(`is whole in a language whose names the browser may lack: ${locale}`, () => {
      expect(codes(locale).toSorted().join(' ')).to.equal(assigned);
      expect(countries(locale).filter(([code, name]) => !name || name === code)).to.deep.equal([]);
    });

  it('is in the browser’s language for a malformed or unknown tag', () => {
    for (const locale of ['en_US', 'x', '', 'english-language-of-england', 'tlh'])
      expect(codes(locale)).to.deep.equal(codes(), locale);
  });
});
