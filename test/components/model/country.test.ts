import { expect } from '@open-wc/testing';
import { configure, expose, formatField, matches, origin, override } from '../../../src/index.js';
import { htmlAttributes } from '../../../src/personal/expose.js';
import { hearConsole, put, reaches, settled, shown, visit } from '../elements/support.js';
import { read, selectIn } from '../personal/support.js';

/** Codes that name no country of today: placeholders, unions, reserved and withdrawn codes, and no codes at all. */
const noCountries: unknown[] = [
  ...['XX', 'ZZ', 'xx', 'AP', 'T1', 'A1', 'A2', 'O1', 'EU', 'EZ', 'UN', 'UK', 'uk', 'EL', 'FX', 'IC', 'EA'],
  ...['AN', 'SU', 'YU', 'CS', 'DD', 'TP', 'ZR', 'BU', 'AC', 'TA', 'CP', 'DG', 'QQ', 'AA', '**', '--', '?'],
  ...['DEU', '276', 276, 'D', 'Germany', ' DE', 'DE ', 'D\u0415', 'ß', '\u017fE', 'DE\n', '__proto__', true],
];
const formats = [undefined, 'text', 'region', 'flag'] as const;
const dataOf = (code: unknown, more: object = {}) => ({
  ip: '192.0.2.1',
  location: { country: { code, name: 'Nowhere', capital: 'Utopia', flag: { emoji: '🇪🇺' } }, ...more },
});
const root = document.documentElement;

describe('a code that is no country’s', () => {
  const messages = hearConsole();

  for (const code of noCountries) {
    const name = JSON.stringify(code);
    const data = dataOf(code);

    it(`matches nothing, negated or not, and decides no \`eu\`: ${name}`, () => {
      const lists = ['!GB', '@eea', '!@eea', '!@eu', 'GB', 'GB !FR'];
      for (const list of lists)
        for (const conditions of [{ country: list }, { region: list }])
          expect(matches(data, conditions), JSON.stringify(conditions)).to.equal(false);
      for (const field of ['location.country.code', 'location.country.name'])
        for (const value of [String(code), 'Nowhere', '!GB'])
          expect(matches(data, { field, value }), `${field} ${value}`).to.equal(false);
      for (const eu of [true, false, '!true', '!false']) expect(matches(data, { eu })).to.equal(false);
    });

    it(`leaves the data’s own \`in_eu\` to decide \`eu\`: ${name}`, () => {
      expect(matches(dataOf(code, { in_eu: true }), { eu: true })).to.equal(true);
      expect(matches(dataOf(code, { in_eu: false }), { eu: 'false' })).to.equal(true);
    });

    it(`is shown in no format: ${name}`, () => {
      const network = { country_code: code, prefixes: { ipv4: [{ country_code: code }] } };
      for (const as of formats) {
        for (const field of ['code', 'name', 'capital', 'flag.emoji'])
          expect(formatField(data, `location.country.${field}`, { locale: 'en', as })).to.equal('');
        for (const field of ['country_code', 'prefixes.ipv4.0.country_code'])
          expect(formatField(network, field, { locale: 'en', as })).to.equal('');
      }
    });

    it(`is not on <html>, nor its region and groups: ${name}`, () => {
      const { country, region, eu, groups } = htmlAttributes(
        dataOf(code, { region: { code: `${String(code).trim()}-BE` } }),
      );
      expect([country, eu, groups]).to.deep.equal([undefined, undefined, undefined]);
      if (/^\w\w$/.test(String(code))) expect(region).to.equal(undefined);
    });
  }

  for (const code of ['XX', 'EU', 'UK', 'EL', 'FX', 'AN', 'T1', 'DEU', 276]) {
    const name = JSON.stringify(code);

    it(`is shown by no element, not exposed, and returned as it came: ${name}`, async () => {
      visit();
      const data = dataOf(code);
      configure({ initialData: data as never });
      const box = put(`<div>
        <visitor-value field="location.country.name">a country</visitor-value>
        <visitor-value field="location.country.code">a code</visitor-value>
        <visitor-value field="location.country.name" as="flag">a flag</visitor-value>
        <visitor-switch><template data-country="!GB">no</template><template data-eu="false">no</template>somewhere</visitor-switch>
        <visitor-country-select></visitor-country-select>
        <visitor-info fields="ip location.country.name location.country.code location.country.capital"></visitor-info>
      </div>`);
      const [value, codeValue, flag, cases, select, card] = box.children as unknown as Element[];
      await reaches(card as Element, 'ready');
      await settled();
      expect([value, codeValue, flag].map((element) => shown(element as Element))).to.deep.equal([
        'a country',
        'a code',
        'a flag',
      ]);
      expect(read(cases as Element)).to.equal('somewhere');
      expect(selectIn(select as Element).value).to.equal('');
      expect((select as HTMLInputElement).value).to.equal('');
      expect(shown(card as Element)).not.to.match(/Nowhere|Utopia|XX|EU\b|UK|DEU|276/);
      expect((card as Element).shadowRoot?.querySelector('[part="flag"]')).to.equal(null);
      const stop = expose();
      await settled();
      expect([
        root.dataset['visitorCountry'],
        root.dataset['visitorEu'],
        root.dataset['visitorGroups'],
      ]).to.deep.equal([undefined, undefined, undefined]);
      stop();
      expect((await origin.ip()).location?.country).to.deep.equal(data.location.country);
    });
  }

  for (const code of ['XX', 'UK', 'EU', 'SU', 'GBR'])
    it(`is unknown in an override, with no place in a cookie: ${code}`, async () => {
      visit('', { overrideCookie: 'no-country' });
      await origin.ip();
      override({ location: { country: { code } } });
      expect(document.cookie).not.to.include('no-country');
      const { data } = origin.snapshot('ip');
      expect(data?.location).to.deep.equal({ country: { code } });
      for (const conditions of [{ country: '!GB' }, { eu: true }, { eu: false }])
        expect(matches(data, conditions)).to.equal(false);
    });

  for (const code of ['XX', 'UK', 'EL', 'FX', 'AN', 'IC', 'QQ', 'T1', 'AC'])
    it(`is named once as a mistake in conditions, groups and lists: ${code}`, async () => {
      visit();
      messages.length = 0;
      expect(matches(dataOf('DE'), { country: `DE ${code}` })).to.equal(false);
      expect(messages.filter((line) => line.includes(`"${code}"`))).to.have.length(1);
      messages.length = 0;
      expect(matches(dataOf('DE', { region: { code: 'DE-BE' } }), { region: `DE-BE ${code}-ENG` })).to.equal(
        false,
      );
      expect(messages.filter((line) => line.includes(`"${code}-ENG"`))).to.have.length(1);
      for (const list of [code, `${code}-ENG`, `DE ${code}`]) {
        configure({ groups: { isles: list } });
        expect(origin.snapshot('ip').error?.message).to.include(`"isles: ${list}"`);
        configure({ groups: undefined });
      }
      messages.length = 0;
      const select = put<HTMLElement>(
        `<visitor-country-select countries="DE ${code}"></visitor-country-select>`,
      );
      await settled();
      expect(messages.filter((line) => line.includes(`"${code}"`))).to.have.length(1);
      expect([...selectIn(select).options].map(({ value }) => value)).not.to.include(code);
    });
});

describe('a code of a country', () => {
  it('is known in lower case', () => {
    const data = { location: { country: { code: 'de' } } };
    expect(matches(data, { country: 'DE', eu: true })).to.equal(true);
    expect(formatField(data, 'location.country.name', { locale: 'en' })).to.equal('Germany');
  });

  for (const code of ['XK', 'TW', 'PS', 'EH', 'AQ', 'SX', 'BQ', 'SS', 'UM', 'HM', 'BV', 'GG'])
    it(`is known without being a state of the United Nations: ${code}`, () => {
      const data = { location: { country: { code } } };
      expect(matches(data, { country: code })).to.equal(true);
      expect(matches(data, { country: '!GB', eu: 'false' })).to.equal(true);
      expect(formatField(data, 'location.country.name', { locale: 'en' })).to.match(/\w{4}/);
    });
});
