/** The groups of countries that this page has: those built in, and those of the setting `groups`. */
import { page } from '../lookup/page.js';
import { setting } from '../lookup/settings.js';
import { builtInGroups } from './groups.js';
import { tokensOf } from './list.js';

interface Group {
  readonly name: string;
  readonly codes: readonly string[];
}

type Groups = ReadonlyMap<string, Group>;

let last: { given: unknown; groups: Groups } | undefined;

/** Groups by their names in lower case. The same object as long as the setting is the same. */
function pageGroups(): Groups {
  const given = page.settings.groups;
  if (!last || last.given !== given) {
    const lists = Object.entries({ ...builtInGroups, ...setting(page.settings, 'groups') });
    const groups = lists.map(([name, list]) => {
      const codes = tokensOf([list].flat().join(' ').toUpperCase()).filter(Boolean);
      return [name.toLowerCase(), { name, codes }] as const;
    });
    last = { given, groups: new Map(groups) };
  }
  return last.groups;
}

/** The upper-case codes of a group's countries; `undefined` where there is no such group. */
export const countriesOf = (group: string): readonly string[] | undefined =>
  pageGroups().get(group.toLowerCase())?.codes;

/** The names of all groups. */
export const groupNames = (): string[] => [...pageGroups().keys()];

/** The names of the groups that a country belongs to, as the page spells them. */
export const groupsWith = (country: string): string[] =>
  [...pageGroups().values()].flatMap(({ name, codes }) =>
    codes.includes(country.toUpperCase()) ? name : [],
  );

/** Calls back whenever the page's groups changed; returns a function that ends it. */
export function onGroupsChange(listener: () => void): () => void {
  let { groups } = page.settings;
  const look = () => {
    if (groups === page.settings.groups) return;
    ({ groups } = page.settings);
    listener();
  };
  page.listeners.add(look);
  return () => void page.listeners.delete(look);
}
