/**
 * What every copy of the package on one page shares: two script tags, or a script tag and a bundle, make one lookup.
 */
import type { Settings } from './settings.js';
import type { Entry } from './store.js';
import type { IpData, LookupName, Snapshot } from './types.js';

interface Page {
  settings: Settings;
  /** The visitor's consent; `undefined` until somebody said. */
  consent?: boolean;
  /** What is known, by what was asked. */
  readonly entries: Map<string, Entry>;
  /** Called when settings or consent change. */
  readonly watchers: Set<() => void>;
  /** The visitor's own choice, laid over what an IP lookup answers; `null` where there is none, not even stored. */
  choice?: IpData | null;
  /** How readers see a snapshot: with the visitor's own choice, or with a guess. */
  view?: (lookup: LookupName, answer: Snapshot<object>) => Snapshot<object>;
}

const key = Symbol.for('visitor-elements/1');
const holder = globalThis as { [key]?: Page };
holder[key] ??= { settings: {}, entries: new Map(), watchers: new Set() };

export const page = holder[key];

/** Tells everybody who waits or reads that settings or consent are others now. */
export function announceChange(): void {
  for (const watcher of [...page.watchers]) if (page.watchers.has(watcher)) watcher();
}

/** Resolves when settings or consent are others. */
export function nextChange(): Promise<void> {
  return new Promise((resolve) => {
    const watcher = () => {
      page.watchers.delete(watcher);
      resolve();
    };
    page.watchers.add(watcher);
  });
}
