/**
 * What all copies of the package on a page share, as plain data under one global symbol. Later versions may add properties,
 * but never change the meaning of these.
 */
import { isObject } from '../model/json.js';
import type {
  BrowserSignals,
  CompleteSettings,
  IpData,
  LookupName,
  Settings,
  Snapshot,
  TimestampedData,
} from '../model/types.js';

/** A visitor to show instead of the real one. */
export interface Simulation {
  readonly data?: IpData;
  readonly signals?: BrowserSignals;
  /** Whether no lookup is sent meanwhile. */
  readonly isAlone?: boolean;
}

/** What a tool may read of one lookup, without a request. */
export interface QueryView {
  readonly request: { readonly lookup: LookupName; readonly name: string; readonly href: string };
  readonly isStored: boolean;
  /** What is known, without the override, a simulation or a guess. */
  snapshot(reader: { readonly settings: CompleteSettings }): Snapshot<object>;
}

export interface SharedState {
  settings: Settings;
  /** The data of the setting `initialData`, and when it was set. */
  initialData?: TimestampedData | undefined;
  /** The URL of the folder of flags beside a script for a tag. */
  flagsFolder?: string | undefined;
  /** Whether consent was granted or revoked. `undefined` before either. */
  consent?: boolean | undefined;
  /** The number of revokes, so that each copy of the package notices a new one. */
  revokes: number;
  override?: IpData | undefined;
  /** Where the override was read from, so that it is read once. */
  overrideSource?: string | undefined;
  /** Whether the override must still be stored. */
  isUnsaved?: boolean | undefined;
  listeners: Set<() => void>;
  /** A `BroadcastChannel` to other tabs. All copies share one, so that a page doesn't receive its own messages. */
  channel?: { postMessage(message: unknown): void; close(): void } | undefined;
  queries?: Set<{ values(): Iterable<QueryView>; clear(): void }> | undefined;
  simulation?: Simulation | undefined;
  /** Whether the panel is still being loaded, so that nothing of the real visitor is requested, shown or stored. */
  isHeld?: boolean | undefined;
  /** The function that writes attributes to `<html>`, of the first script for a tag. */
  expose?(): unknown;
  /** The classic scripts that have run in this page, each with its version: `a.min.js 0.1.0;b.min.js 0.1.0;`. */
  script?: string | undefined;
}

const key = Symbol.for('visitor-elements');

/** Whether a value was made by a copy of this package. */
const isSharedState = (value: unknown): value is SharedState =>
  isObject(value) && isObject(value.settings) && value.listeners instanceof Set;

/** Whether a copy of the package has run in this page. */
export const hasSharedState = (): boolean => key in globalThis;

export const emptyState = (): SharedState => ({ settings: {}, revokes: 0, listeners: new Set() });

/** The state of this page, which another copy of the package may have made. */
export function stateOfPage(): SharedState {
  const found = (globalThis as { [key]?: unknown })[key];
  const state = isSharedState(found) ? found : emptyState();
  // If the symbol has another value that can't be replaced, this copy uses its own state.
  Reflect.set(globalThis, key, state);
  return state;
}

/** Calls a listener. Reports what it throws, so that other listeners are still called. */
export function callSafely(listener: () => void): void {
  try {
    listener();
  } catch (error) {
    (globalThis.reportError ?? console.error)(error);
  }
}

/** Notifies every copy of the package after a change of settings, consent, override or what else the page shows. */
export function notifyListeners({ listeners }: SharedState): void {
  // Not of a copy: a listener that another one removes isn't called any more.
  listeners.forEach(callSafely);
}

/** Forgets the visitor's override, but not what is stored of it. */
export function forgetOverride(state: SharedState): void {
  state.override = state.overrideSource = undefined;
  state.isUnsaved = false;
}

export function onRevoke(state: SharedState, listener: () => void): void {
  let { revokes } = state;
  const forget = () => {
    if (revokes === state.revokes) return;
    revokes = state.revokes;
    listener();
  };
  // Before all others, because one of them may grant consent again, and read what isn't removed yet.
  state.listeners = new Set([forget, ...state.listeners]);
}

/** Whether the visitor, or else the setting, allows lookups and storage. A wrong setting means `required`. */
export const hasConsent = (
  { consent, settings }: Pick<SharedState, 'consent' | 'settings'>,
  setting: unknown = settings.consent ?? 'not-required',
): boolean => consent ?? setting === 'not-required';
