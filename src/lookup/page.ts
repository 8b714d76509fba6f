/**
 * What every copy of the package on one page shares, in every version: settings, consent and the visitor's choice. Plain
 * data, to which later versions may add but in which they change nothing, and which is checked before use.
 */
import { isObject } from './json.js';
import type { Sent } from './send.js';
import type { Settings } from './settings.js';
import type { IpData } from './types.js';

interface Page {
  settings: Settings;
  /** What holds where nothing was set. */
  defaults: Settings;
  /** The visitor's consent; `undefined` until somebody said. */
  consent?: boolean | undefined;
  /** How often consent was revoked, so that each copy knows what to forget. */
  revokes: number;
  /** The visitor's own choice; `null` where there is none, not even stored, and `undefined` until somebody looked. */
  choice?: IpData | null | undefined;
  /** The choice is others than the stored one. */
  unsaved?: boolean | undefined;
  /** Called when any of this changed. */
  listeners: Set<() => void>;
  /** Lookups that the head script sent, for the first copy that asks the same. */
  sent: Sent[];
  /** The version of the head script. */
  head?: string | undefined;
  /** The head script writes hooks for CSS, and whoever follows it goes on. */
  exposed?: boolean | undefined;
  /** Somebody reads, so the head script's work is done. */
  isRead?: boolean | undefined;
  /** What other tabs are told through; one a page, so that nobody hears themselves. */
  channel?: BroadcastChannel | undefined;
}

const key = Symbol.for('visitor-elements');

function shared(): Page {
  const found: unknown = Reflect.get(globalThis, key);
  const given: Record<string, unknown> = isObject(found) && Object.isExtensible(found) ? found : {};
  const { settings, defaults, revokes, listeners, sent } = given;
  const page = Object.assign(given, {
    settings: isObject(settings) ? settings : {},
    defaults: isObject(defaults) ? defaults : {},
    revokes: typeof revokes === 'number' ? revokes : 0,
    listeners: listeners instanceof Set ? listeners : new Set<() => void>(),
    sent: Array.isArray(sent) ? sent : [],
  });
  // Where the place is taken for good, this copy is on its own.
  Reflect.set(globalThis, key, page);
  return page;
}

export const page = shared();

/** Tells every copy that settings, consent or choice are others now. */
export function announce(): void {
  for (const listener of [...page.listeners]) safely(listener);
}

/** Calls a listener: its mistake is nobody else's. */
export function safely(listener: () => void): void {
  try {
    listener();
  } catch (error) {
    (globalThis.reportError ?? console.error)(error);
  }
}
