import { keepLatest } from './cache.js';

// biome-ignore lint/plugin: what is cached changes no result.
const listeners = new Set<() => void>();

/** Calls the listener when the browser's language has changed, before listeners that are added later. */
export function onLanguageChange(listener: () => void): void {
  // biome-ignore lint/style/noRestrictedGlobals: the language of `Intl` may change while a page is open.
  globalThis.addEventListener?.('languagechange', notifyAll, true);
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
export class FormatterCache<Value> {
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
