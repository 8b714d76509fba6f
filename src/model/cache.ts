/** Maps: of limited size, by object, and a cache that is emptied on `languagechange`. */

/** The maximum number of entries in memory and in storage for anything that grows with input. */
export const MAX_ENTRIES = 64;

/** Adds an entry at the end of a map, and removes the oldest if there are too many. */
export function keepLatest<Key, Value>(
  map: Map<Key, Value>,
  key: Key,
  value: Value,
  max = MAX_ENTRIES,
): Value {
  map.delete(key);
  map.set(key, value);
  for (const oldest of map.keys()) {
    if (map.size <= max) break;
    map.delete(oldest);
  }
  return value;
}

/** What is kept for an object, made on first use. */
export function keptFor<Key extends object, Value>(
  map: WeakMap<Key, Value>,
  key: Key,
  make: () => Value,
): Value {
  const value = map.get(key) ?? make();
  map.set(key, value);
  return value;
}

const listeners = new Set<() => void>();

/** A page or a worker has events. A server has none. */
interface ListenerScope {
  addEventListener?(name: string, listener: () => void, capture: boolean): void;
}

/** Calls the listener when the browser's language has changed, before listeners that are added later. */
export function onLanguageChange(listener: () => void): void {
  // biome-ignore lint/style/noRestrictedGlobals: the language of `Intl` may change while a page is open.
  (globalThis as ListenerScope).addEventListener?.('languagechange', notifyAll, true);
  listeners.add(listener);
}

function notifyAll(): void {
  for (const listener of listeners) listener();
}

/**
 * A cache for `Intl` formatters and lists of countries, because creating one takes a hundred times as long as using it.
 * A new entry removes the oldest one. A change of the browser's language empties all caches, because some entries are
 * for "the browser's language".
 */
export class LanguageCache<Value> {
  readonly #limit: number;
  readonly #values = new Map<string | undefined, Value>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  get(key: string | undefined, make: () => Value): Value {
    const known = this.#values.get(key);
    if (known !== undefined) return known;
    onLanguageChange(this.#drop);
    return keepLatest(this.#values, key, make(), this.#limit);
  }

  readonly #drop = () => this.#values.clear();
}
