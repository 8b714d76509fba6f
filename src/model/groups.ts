import { union } from './country.js';

/** The European Economic Area is the union, Iceland, Liechtenstein and Norway. */
const builtIn = { eu: union, eea: `${union} IS LI NO` };

/** The items of a list, separated by spaces or commas. */
export const listItems = (list: string, ifEmpty: string[] = []): string[] =>
  list.match(/[^\s,]+/g) ?? ifEmpty;

/**
 * Country groups by name, such as `eea`: the built-in ones and the page's own. A group has countries (`CH`) and regions
 * (`US-CA`). Names are case-insensitive.
 */
export class CountryGroups {
  /** By their names in lower case. */
  readonly all: ReadonlyMap<string, { readonly name: string; readonly codes: readonly string[] }>;

  /** @param lists Codes by the name of their group. One named like a built-in group replaces it. */
  constructor(lists: Readonly<Record<string, string | readonly string[]>> = {}) {
    this.all = new Map(
      Object.entries({ ...builtIn, ...lists }).map(([name, list]) => {
        const codes = listItems([list].flat().join(' ').toUpperCase());
        return [name.toLowerCase(), { name, codes }];
      }),
    );
  }

  /** The upper-case codes of a group's countries and regions; `undefined` if there is no such group. */
  codesOf(name: string): readonly string[] | undefined {
    return this.all.get(name.toLowerCase())?.codes;
  }

  /**
   * Whether a place, by its upper-case codes, is in a group. `undefined` if there is no such group, if the country is unknown,
   * or if the group has regions of the country and the region is unknown.
   */
  includes(name: string, country: string, region: string): boolean | undefined {
    const codes = this.codesOf(name);
    if (codes?.includes(region) || codes?.includes(country)) return true;
    const isDecided =
      region.startsWith(`${country}-`) || !codes?.some((code) => code.startsWith(`${country}-`));
    return codes && country && isDecided ? false : undefined;
  }

  /** The names of the groups that contain a place, as they were given. */
  namesWith(country: string, region: string): string[] {
    return [...this.all.values()].flatMap(({ name }) => (this.includes(name, country, region) ? name : []));
  }
}
