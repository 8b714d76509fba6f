import { LanguageCache } from './cache.js';
import { countryProblem } from './conditions.js';
import { type CountryGroups, tokensOf } from './groups.js';

/** Codes that browsers can name but that aren't countries: regions, test codes and withdrawn codes. */
export const notCountries =
  'AC CP CQ DG EA EU EZ IC QO TA UN XA XB ZZ AN BU CS CT DD DY FQ FX HV JT MI NH NQ NT PC PU PZ QU RH SU TP UK VD WK YD YU ZR';

const namesIn = (locale?: string) => new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' });

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
/** Countries as codes and names. */
type Countries = readonly (readonly [code: string, name: string])[];

const lists = new LanguageCache<Countries>(8);

/** The countries that the browser can name, sorted by their names in a language. */
export const countries = (locale?: string): Countries => lists.get(locale, () => listCountries(locale));

function listCountries(locale: string | undefined): Countries {
  try {
    const names = namesIn(locale);
    const { compare } = new Intl.Collator(locale);
    return letters
      .flatMap((first) => letters.map((second) => first + second))
      .filter((code) => !notCountries.includes(code))
      .map((code) => [code, names.of(code) ?? ''] as const)
      .filter(([, name]) => name)
      .sort(([, a], [, b]) => compare(a, b));
  } catch {
    return listCountries(undefined);
  }
}

/** Whether an upper-case code is that of a country that the browser can name. */
export const isCountry = (code: string): boolean =>
  !notCountries.includes(code) && namesIn().of(code) !== undefined;

/** The countries of a select. */
export interface CountryList {
  /** The preferred countries, in the order of the attribute. The members of a group are sorted by name. */
  preferred: Countries;
  /** The other countries, sorted by name. */
  others: Countries;
  /** Sentences about tokens that name no country or group. Such tokens are ignored. */
  mistakes: readonly string[];
}

/**
 * Parses lists such as `DE @nordics !IS`: codes and groups, separated by spaces or commas. `!` removes from the list,
 * or from all countries if everything in the list has `!`.
 * @param preferred The countries to put first.
 */
export function countryList(
  all: Countries,
  list: string,
  preferred: string,
  groups: CountryGroups,
): CountryList {
  const mistakes: string[] = [];
  const read = (attribute: string, text: string, others: Countries): Countries => {
    let wanted: Countries | undefined;
    const unwanted = new Set<Countries[number]>();
    for (const token of tokensOf(text).filter(Boolean)) {
      const name = token.replace(/^!/, '');
      const isGroup = name.startsWith('@');
      const codes = isGroup ? groups.codesOf(name.slice(1)) : [name.toUpperCase()];
      const found = all.filter(([code]) => codes?.includes(code));
      const problem = countryProblem(name, groups, attribute);
      if (problem || (codes?.length && !found.length))
        mistakes.push(`${attribute}="${token}" is ignored. ${problem ?? 'Use the code of a country.'}`);
      else if (name === token) wanted = [...(wanted ?? []), ...found];
      else for (const country of found) unwanted.add(country);
    }
    return (wanted ?? others).filter((country) => !unwanted.has(country));
  };
  const chosen = new Set(read('countries', list, all));
  const top = [...new Set(read('preferred', preferred, []))].filter((country) => chosen.has(country));
  const rest = all.filter((country) => chosen.has(country) && !top.includes(country));
  return { preferred: top, others: rest, mistakes };
}
