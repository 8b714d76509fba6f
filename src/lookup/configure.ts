import { announceChange, page } from './page.js';
import type { Settings } from './settings.js';
import { publishAll } from './store.js';

/**
 * Sets page-wide settings; those not named stay as they are.
 *
 * A value outside its row does not throw: it makes every lookup fail as `misconfigured`, with a message that names
 * the setting and what is allowed.
 */
export function configure(settings: Settings): void {
  const given = Object.entries(settings) as [keyof Settings, unknown][];
  if (given.every(([name, value]) => page.settings[name] === value)) return;
  page.settings = { ...page.settings, ...settings };
  for (const entry of page.entries.values()) {
    if (entry.answer.error?.code !== 'rate-limited') entry.refused = undefined;
  }
  publishAll();
  announceChange();
}
