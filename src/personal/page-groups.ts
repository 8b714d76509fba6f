/** The country groups of the page: the built-in ones and those of the setting `groups`. */
import type { PageContext } from '../lookup/observer.js';
import { addRules, textOf } from '../lookup/settings.js';
import { countryCode } from '../model/country.js';
import { CountryGroups, listItems } from '../model/groups.js';
import { parseObject } from '../model/json.js';
import type { CompleteSettings } from '../model/types.js';

/** Whether a text is the code of a country, or of a region in one. */
const isPlace = (code: string) => countryCode(code.slice(0, 2)) !== '' && /^..(-[a-z\d]{1,3})?$/i.test(code);

/** The first group with a wrong name or code, such as `isles: GB UK`. */
const wrongGroup = (groups: object): string | undefined =>
  Object.entries(groups)
    .map(([name, list]): [string, string] => [name, [list].flat().map(textOf).join(' ')])
    .find(([name, list]) => !/^[^\s,@!]+$/.test(name) || !listItems(list).every(isPlace))
    ?.join(': ');

export function parseGroups(given: unknown): CompleteSettings['groups'] | undefined {
  const groups = parseObject(given);
  return groups && wrongGroup(groups) === undefined ? (groups as CompleteSettings['groups']) : undefined;
}

addRules({
  groups: [
    {},
    'lists of codes such as CH and US-CA, by names without spaces',
    parseGroups,
    (given) => wrongGroup(parseObject(given) ?? {}) ?? textOf(given),
  ],
});

let last: { given: unknown; groups: CountryGroups } | undefined;

/** The page's country groups. The same object as long as the setting is the same. */
export function pageGroups({ settings, state }: PageContext): CountryGroups {
  const given = state.settings.groups;
  if (last?.given !== given || !last) last = { given, groups: new CountryGroups(settings.groups) };
  return last.groups;
}
