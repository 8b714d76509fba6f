import { readFile } from 'node:fs/promises';
import { countries } from 'countries-list';
import { expect, test } from 'vitest';
import { exceptions } from '../../../build/data/country-exceptions.js';
import { countryModule } from '../../../build/data/country-table.js';
import { countryCode, countryCodes } from '../../../src/model/country.js';
import { countryTable } from '../../../src/model/country-table.js';
import { completeFromCountry } from '../../../src/relay/source-data.js';

const factsOf = (code: string) => completeFromCountry({ location: { country: { code } } });

test.describe('the facts of a country', () => {
  test('are added if they are missing', () => {
    expect(factsOf('DE')).toEqual({
      location: {
        continent: { code: 'EU' },
        country: { code: 'DE', name: 'Germany', calling_code: '49' },
        language: { code: 'de' },
        in_eu: true,
      },
      currency: { code: 'EUR' },
    });
    expect(factsOf('jp')).toMatchObject({
      location: { country: { code: 'jp', name: 'Japan', calling_code: '81' }, in_eu: false },
      currency: { code: 'JPY' },
    });
  });

  test('are added if they are null, and overwrite nothing', () => {
    const data = {
      ip: '81.2.69.142',
      location: {
        continent: null,
        country: { code: 'DE', name: 'Allemagne', calling_code: null },
        language: { code: 'tr', name: 'Turkish' },
        in_eu: false,
        city: 'Bremen',
      },
      currency: { code: 'CHF', name: null },
    };
    const before = structuredClone(data);
    expect(completeFromCountry(data)).toEqual({
      ...data,
      location: {
        ...data.location,
        continent: { code: 'EU' },
        country: { code: 'DE', name: 'Allemagne', calling_code: '49' },
      },
    });
    expect(data).toEqual(before);
  });

  test('don’t change values of another form, or complete data', () => {
    for (const data of [
      {},
      { location: null },
      { location: 'DE' },
      { location: { country: 'DE' } },
      { location: { country: { code: null } } },
      factsOf('DE'),
    ])
      expect(completeFromCountry(data)).toBe(data);
    expect(completeFromCountry({ location: { country: { code: 'DE' } }, currency: 'EUR' }).currency).toBe(
      'EUR',
    );
  });

  test('have no empty fields if a country has no currency or language', () => {
    expect(factsOf('AQ')).toEqual({
      location: {
        continent: { code: 'AN' },
        country: { code: 'AQ', name: 'Antarctica', calling_code: '672' },
        in_eu: false,
      },
    });
  });
});

for (const code of ['XX', 'ZZ', 'T1', 't1', 'AP', 'xx', 'EU', 'UK', 'EL', 'FX', 'AN', 'SU', 'AC', 'DEU', 276])
  test(`${code} is not a country`, () => {
    const data = { ip: '81.2.69.142', location: { country: { code, name: 'Nowhere' } } };
    const tor = /^t1$/i.test(`${code}`) ? { security: { is_tor: true } } : {};
    expect(completeFromCountry(data)).toEqual({ ip: data.ip, ...tor });
    const more = { location: { ...data.location, city: 'Somewhere' }, security: { is_vpn: true } };
    expect(completeFromCountry(more)).toEqual({
      location: { city: 'Somewhere' },
      security: { is_vpn: true, ...tor.security },
    });
  });

test.describe('the table of countries', () => {
  test('matches what its generator writes', async () => {
    const written = await readFile(new URL('../../../src/model/country-table.ts', import.meta.url), 'utf8');
    expect(countryModule()).toBe(written);
  });

  test('has exactly the countries that the package knows', () => {
    const coded = [...countryTable.matchAll(/[:;](..)/g)].map(([, code]) => code);
    expect(coded.toSorted()).toEqual(countryCodes());
  });

  test('takes at most 6 kB in the relay', async () => {
    const text = await readFile(new URL('../../../src/model/country-table.ts', import.meta.url));
    expect(text.byteLength).toBeLessThanOrEqual(6000);
  });

  test('has the list’s facts for each country, except the exceptions', () => {
    for (const [code, { continent, currency, phone, languages, name }] of Object.entries(countries)) {
      if (!countryCode(code)) continue;
      const except = (kind: keyof typeof exceptions, first: unknown) => exceptions[kind][code]?.is ?? first;
      expect(factsOf(code), code).toMatchObject({
        location: {
          continent: { code: except('continent', continent) },
          country: { code, name: except('name', name), calling_code: except('callingCode', `${phone[0]}`) },
          ...(languages[0] && { language: { code: except('language', languages[0]) } }),
        },
        ...(currency[0] && { currency: { code: currency[0] } }),
      });
    }
  });

  test('has the sources’ values instead of misleading first ones', () => {
    const said = (code: string) => {
      const { continent, country, language } = factsOf(code).location as Record<
        string,
        Record<string, string>
      >;
      return [continent?.code, country?.calling_code, language?.code];
    };
    expect(said('XK')).toEqual(['EU', '383', 'sq']);
    expect(said('PR')).toEqual(['NA', '1', 'es']);
    expect(said('SJ')).toEqual(['EU', '47', 'no']);
    expect(said('ZA')).toEqual(['AF', '27', 'en']);
    expect(said('IE')).toEqual(['EU', '353', 'en']);
    expect(said('RU')).toEqual(['EU', '7', 'ru']);
    expect(said('TR')).toEqual(['AS', '90', 'tr']);
  });

  test('has each exception from a source', () => {
    const all = Object.values(exceptions).flatMap((kind) => Object.values(kind));
    for (const { source } of all) expect(source).toMatch(/https:\/\/\S+/);
  });

  // CLDR 46, which Node 20.19.0 has, has another language for Belarus.
  const hasNewCldr = Number.parseFloat(process.versions.cldr ?? '') >= 47;
  test.runIf(hasNewCldr)('has CLDR’s languages if it doesn’t use the list’s first one', () => {
    for (const [code, { is }] of Object.entries(exceptions.language))
      expect(new Intl.Locale(`und-${code}`).maximize().language, code).toBe(is);
  });

  test('has no country twice, and no invalid code', () => {
    const codes = [...countryTable.matchAll(/(?<=[:;])[A-Z]{2}/g)].map(([code]) => code);
    expect(codes.sort()).toEqual(countryCodes());
  });
});
