import { countryProblem } from './conditions.js';
import type { countries } from './countries.js';
import { type CountryGroups, tokensOf } from './groups.js';

type Countries = ReturnType<typeof countries>;

/** The countries of a select, as codes and names. */
export interface CountryList {
  /** The countries on top, in the order of the attribute; the members of a group are sorted by name. */
  first: Countries;
  /** The other countries, sorted by name. */
  rest: Countries;
  /** The tokens that are no country's or group's, and so are ignored, in sentences. */
  mistakes: readonly string[];
}

/**
 * Reads lists such as `DE @nordics !IS`: codes and groups, separated by spaces or commas. `!` excludes from the list, or, if
 * the list has nothing else, from all countries.
 *
 * @param list The countries to choose from; empty for all.
 * @param first Those of them that come first.
 */
export function countryList(all: Countries, list: string, first: string, groups: CountryGroups): CountryList {
  const mistakes: string[] = [];
  const read = (attribute: string, text: string, others: Countries): Countries => {
    let wanted: Countries | undefined;
    const unwanted = new Set<Countries[number]>();
    for (const token of tokensOf(text).filter(Boolean)) {
      const name = token.replace('!', '');
      const isGroup = name.startsWith('@');
      const codes = isGroup ? groups.codesOf(name.slice(1)) : [name.toUpperCase()];
      const found = all.filter(([code]) => codes?.includes(code));
      const problem = countryProblem(name, groups, attribute);
      if (problem || !(isGroup || found.length))
        mistakes.push(`${attribute}="${token}": ${problem ?? 'no country has that code'}`);
      else if (name === token) wanted = [...(wanted ?? []), ...found];
      else for (const country of found) unwanted.add(country);
    }
    return (wanted ?? others).filter((country) => !unwanted.has(country));
  };
  const chosen = new Set(read('countries', list, all));
  const top = [...new Set(read('first', first, []))].filter((country) => chosen.has(country));
  return { first: top, rest: all.filter((each) => chosen.has(each) && !top.includes(each)), mistakes };
}
