/** The country groups of the page: the built-in ones and those of the setting `groups`. */
import type { ObservedPage } from '../lookup/observer.js';
import { thisPage } from '../lookup/page.js';
import { CountryGroups } from '../model/groups.js';

let last: { given: unknown; groups: CountryGroups } | undefined;

/** The page's country groups. The same object as long as the setting is the same. */
export function pageGroups({ settings, state }: ObservedPage = thisPage()): CountryGroups {
  const given = state.settings.groups;
  if (last?.given !== given || !last) last = { given, groups: new CountryGroups(settings.groups) };
  return last.groups;
}
