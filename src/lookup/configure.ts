import { reconfigured } from './merge-settings.js';
import { announce, page } from './page.js';
import type { Settings } from './settings.js';

/**
 * Sets page-wide settings; those not named stay as they are. The key of one origin does not stay for another: an address
 * of another origin needs its key beside it.
 *
 * A value outside its row does not throw: it makes every lookup fail as `misconfigured`, with a message that names
 * the setting and what is allowed.
 */
export function configure(settings: Settings): void {
  const before = page.settings;
  const after = reconfigured(before, { ...settings });
  const names = Object.keys({ ...before, ...after }) as (keyof Settings)[];
  if (names.every((name) => before[name] === after[name])) return;
  // Another storage may hold a choice.
  if (before.storage !== after.storage && !page.choice && !page.unsaved) page.choice = undefined;
  page.settings = after;
  announce();
}

/** Says what holds where nothing is set. What was set stays, and no settings count as changed. */
export function configureDefaults(settings: Settings): void {
  page.defaults = { ...page.defaults, ...settings };
}
