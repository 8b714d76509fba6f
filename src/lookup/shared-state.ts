/**
 * What every copy of the package on one page shares, in every version: settings, consent and the visitor's choice. Plain
 * data under one global symbol. Later versions may add properties, but never change the meaning of these.
 */
import { isObject } from '../model/json.js';
import type { IpData, Snapshot, TimestampedData } from '../model/types.js';
import type { Settings } from './settings.js';

/** The setting `initialData`, and when it was set. */
export interface InitialData extends TimestampedData {
  /** What is shown if there is no service. */
  readonly snapshot: Snapshot;
}

export interface SharedState {
  settings: Settings;
  initialData?: InitialData | undefined;
  /** Defaults that the package itself sets, such as where a classic script has its flags. */
  defaults: Settings;
  /** Whether consent was granted or revoked; `undefined` before either. */
  consent?: boolean | undefined;
  /** How often consent was revoked, so that each copy knows when to forget. */
  revokes: number;
  /** The visitor's own choice; `null`: none, not even in storage; `undefined`: storage was not read yet. */
  choice?: IpData | null | undefined;
  /** Whether the choice is still to be stored. */
  unsaved?: boolean | undefined;
  /** Called when any of this changed. */
  listeners: Set<() => void>;
  /** A `BroadcastChannel` to other tabs, one for all copies, so that a page doesn't receive its own messages. */
  channel?: { postMessage(message: unknown): void; close(): void } | undefined;
  /** The names and versions of the classic scripts that run in this page. */
  script?: string | undefined;
}

const key = Symbol.for('visitor-elements');

/** Whether a value was made by a copy of this package. */
function isSharedState(value: unknown): value is SharedState {
  if (!isObject(value)) return false;
  const { settings, defaults, listeners } = value;
  return isObject(settings) && isObject(defaults) && listeners instanceof Set;
}

export const emptyState = (): SharedState => ({
  settings: {},
  defaults: {},
  revokes: 0,
  listeners: new Set(),
});

/** The state of this page, which another copy of the package may have made. */
export function stateOfPage(): SharedState {
  const found: unknown = Reflect.get(globalThis, key);
  const state = isSharedState(found) ? found : emptyState();
  // If something else has the symbol and can't be replaced, this copy keeps a state of its own.
  Reflect.set(globalThis, key, state);
  return state;
}
