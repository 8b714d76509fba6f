import { continents, countries, type ICountry, languages } from 'countries-list';
import { currencies } from 'countries-list/currencies';
import { flagEmoji, isInEu } from '../../src/model/country.js';
import type { IpData } from '../../src/model/types.js';

type Location = NonNullable<IpData['location']>;
type Currency = NonNullable<IpData['currency']>;

function recordOf(code: string | null): ICountry | undefined {
  const known: Record<string, ICountry> = countries;
  return code === null ? undefined : known[code];
}

/** A country's location. Fields without a data source are null. */
export function locationOf(code: string | null): Location {
  const country = recordOf(code);
  const spoken = country?.languages.map((language) => ({
    code: language,
    name: languages[language].name,
    native: languages[language].native,
  }));
  return {
    continent: {
      code: country?.continent ?? null,
      name: country ? continents[country.continent] : null,
    },
    country: {
      area: null,
      borders: null,
      calling_code: country?.phone[0]?.toString() ?? null,
      capital: country?.capital || null,
      code,
      name: country?.name ?? null,
      population: null,
      population_density: null,
      flag: flagOf(code),
      languages: spoken ?? null,
      tld: null,
    },
    region: { code: null, name: null },
    city: null,
    postal: null,
    latitude: null,
    longitude: null,
    language: spoken?.[0] ?? null,
    in_eu: code === null ? null : isInEu(code),
  };
}

function flagOf(code: string | null) {
  if (code === null) return { emoji: null, emoji_unicode: null };
  const emoji = flagEmoji(code);
  const points = [...emoji].map((point) => `U+${point.codePointAt(0)?.toString(16).toUpperCase()}`);
  return { emoji, emoji_unicode: points.join(' ') };
}

/** A country's first currency. */
export function currencyOf(country: string | null): Currency {
  const code = recordOf(country)?.currency[0] ?? null;
  const currency = code === null ? undefined : currencies[code];
  return {
    code,
    name: currency?.name ?? null,
    name_native: currency?.native ?? null,
    plural: null,
    plural_native: null,
    symbol: currency?.symbol ?? null,
    symbol_native: currency?.symbolNative ?? null,
    format: null,
  };
}
