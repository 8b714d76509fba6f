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

/**
 * Calls a function after a change of `groups`, `flagsUrl` or the simulated visitor: these change what elements
 * show, but not their snapshot. Returns a function that ends this.
 */
export function onDisplayChange(listener: () => void, { state }: ObservedPage = thisPage()): () => void {
  const read = () => [state.settings.groups, state.settings.flagsUrl, state.simulation, state.isHeld];
  let last = read();
  const look = () => {
    const next = read();
    if (next.every((value, index) => value === last[index])) return;
    last = next;
    listener();
  };
  state.listeners.add(look);
  return () => void state.listeners.delete(look);
}
