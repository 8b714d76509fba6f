/**
 * What every copy of the package on one page shares, in every version: settings, consent and the visitor's choice. Plain
 * data under one global symbol. Later versions may add properties, but never change the meaning of these.
 */
import { isObject, parseObject } from '../model/json.js';
import type { Answer, IpData } from '../model/types.js';
import { reconfigured } from './page-settings.js';
import { safely } from './report.js';
import type { Settings } from './settings.js';

interface Page {
  settings: Settings;
  /** What came with the page (the setting `initialData`), and when that was set. */
  answer?: Answer | undefined;
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
  /** A `BroadcastChannel` to other tabs, one for all copies, so that none hears its own page. Servers lack the type. */
  channel?: { postMessage(message: unknown): void } | undefined;
  /** The names and versions of the classic scripts that run in this page. */
  script?: string | undefined;
}

const key = Symbol.for('visitor-elements');

/** Whether a value was made by a copy of this package. */
function isPage(value: unknown): value is Page {
  if (!isObject(value)) return false;
  const { settings, defaults, listeners } = value;
  return isObject(settings) && isObject(defaults) && listeners instanceof Set;
}

const found: unknown = Reflect.get(globalThis, key);

export const page: Page = isPage(found)
  ? found
  : { settings: {}, defaults: {}, revokes: 0, listeners: new Set() };

// Where something else holds the symbol and can't be replaced, this copy keeps an object of its own.
Reflect.set(globalThis, key, page);

/** Tells every copy that settings, consent or choice changed. */
export function notify(): void {
  for (const listener of [...page.listeners]) safely(listener);
}

/**
 * Sets page-wide settings; those not named stay as they are. A `baseUrl` on another origin drops the key that was set
 * before; set the key for it together with it.
 *
 * A value that is not allowed does not throw: it makes every lookup fail as `misconfigured`, with a message that names
 * the setting and what is allowed.
 */
export function configure(settings: Settings): void {
  const before = page.settings;
  const after = reconfigured(before, { ...settings });
  const names = Object.keys({ ...before, ...after }) as (keyof Settings)[];
  if (names.every((name) => before[name] === after[name])) return;
  page.settings = after;
  if (before.initialData !== after.initialData) page.answer = initialAnswer(after.initialData);
  notify();
}

/** The setting `initialData` as an answer of this moment. Anything but an object is none, and reported unless it is empty. */
function initialAnswer(given: unknown): Answer | undefined {
  const data = parseObject(given);
  if (data) return { at: Date.now(), data };
  if (![undefined, null, '', 'null'].includes(given as string))
    console.warn('visitor-elements: The setting initialData must be an IP data object.');
  return undefined;
}

/** Sets defaults. They overwrite no setting, and listeners are not told. */
export function configureDefaults(settings: Settings): void {
  page.defaults = { ...page.defaults, ...settings };
}
