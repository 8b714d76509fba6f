import { keptFor } from './cache.js';
import { countryCodes } from './country.js';
import { browserLanguage } from './format.js';
import { type CountryGroups, listItems } from './groups.js';

type Countries = readonly (readonly [code: string, name: string])[];

const lists = new Map<string, Countries>();

/** All countries, sorted by their names in a language: the English name, or the code, where the browser has none. */
export function countries(locale?: string): Countries {
  const key = `${locale || browserLanguage()}`;
  return keptFor(lists, key, () => listCountries(locale));
}

function listCountries(locale: string | undefined): Countries {
  try {
    const [names, english] = [locale, 'en'].map(
      (language) => new Intl.DisplayNames(language, { type: 'region', fallback: 'none' }),
    );
    const { compare } = new Intl.Collator(locale);
    return countryCodes()
      .map((code) => [code, names?.of(code) ?? english?.of(code) ?? code] as const)
      .sort(([, a], [, b]) => compare(a, b));
  } catch {
    return listCountries(undefined); // The tag is malformed.
  }
}

export interface CountryList {
  /** The preferred countries, in the order of the attribute. The members of a group are sorted by name. */
  preferred: Countries;
  /** The other countries, sorted by name. */
  others: Countries;
  /** Sentences about values that name no country or group. Such values are ignored. */
  mistakes: readonly string[];
}

/** Lists such as `DE @nordics !IS`. `!` removes from the list, or from all countries if everything in the list has `!`. */
export function countryList(
  all: Countries,
  list: string,
  preferred: string,
  groups: CountryGroups,
): CountryList {
  const mistakes: string[] = [];
  const read = (attribute: string, text: string, others: Countries): Countries => {
    let wanted: Set<Countries[number]> | undefined;
    const unwanted = new Set<Countries[number]>();
    for (const value of new Set(listItems(text))) {
      const name = value.replace(/^!/, '');
      const codes = name.startsWith('@') ? groups.codesOf(name.slice(1)) : [name.toUpperCase()];
      const found = all.filter(([code]) => codes?.includes(code));
      // An empty group is no mistake.
      if (!codes || (codes.length && !found.length))
        mistakes.push(`${attribute}="${value}" is ignored. Use codes such as GB, or groups such as @eea.`);
      else if (name === value) wanted = new Set([...(wanted ?? []), ...found]);
      else for (const country of found) unwanted.add(country);
    }
    return [...(wanted ?? others)].filter((country) => !unwanted.has(country));
  };
  const chosen = read('countries', list, all);
  const top = read('preferred', preferred, []).filter((country) => chosen.includes(country));
  const rest = all.filter((country) => chosen.includes(country) && !top.includes(country));
  return { preferred: top, others: rest, mistakes };
}
