/** The country groups of the page: the built-in ones and those of the setting `groups`. */
import { pageClient } from '../lookup/client.js';
import { type Conditions, conditionsMatch } from '../model/conditions.js';
import { CountryGroups } from '../model/groups.js';

let last: { given: unknown; groups: CountryGroups } | undefined;

/** The page's country groups. The same object as long as the setting is the same. */
export function pageGroups(): CountryGroups {
  const { settings, state } = pageClient();
  const given = state.settings.groups;
  if (last?.given !== given || !last) last = { given, groups: new CountryGroups(settings.groups) };
  return last.groups;
}

/** Calls back whenever the page's groups changed; returns a function that ends it. */
export function onGroupsChange(listener: () => void): () => void {
  const { state } = pageClient();
  let { groups } = state.settings;
  const look = () => {
    if (groups === state.settings.groups) return;
    ({ groups } = state.settings);
    listener();
  };
  state.listeners.add(look);
  return () => void state.listeners.delete(look);
}

/**
 * Whether all conditions match an IP data object.
 *
 * Names are those of the table of conditions, such as `country` and `asn`, and `field` (a path) together with
 * `value`. Tokens are separated by spaces or commas and compared without case; any of them matches. In `country`,
 * `@eea` means a group's countries. `!` excludes a token: then the value must be none of those excluded and, if
 * others are named too, one of them. In a name with a space, write `_` or `-` for it: `Chrome_OS`; a name that is the
 * whole list may keep it. What is unknown matches nothing, nor does a mistake, such as a name that is none of these
 * or the country `UK`. If the data has no `in_eu`, its country decides `eu`. Never throws.
 */
export const matches = (data: unknown, conditions: Conditions): boolean =>
  conditionsMatch(data, conditions, pageGroups());
