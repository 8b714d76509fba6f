import { keepLatest } from './keep-latest.js';

/**
 * Caches of `Intl` formatters and lists of countries: to make one takes a hundred times as long as to use it. A page may go
 * through any number of languages and data, so a cache keeps the latest entries only. All caches are emptied when the
 * browser's language changes, since some entries were made for "the browser's language".
 */

// biome-ignore lint/plugin: what is cached changes no result.
const listeners = new Set<() => void>();

/** Calls back whenever the browser's language has changed, before listeners that are added later. */
export function onLanguageChange(listener: () => void): void {
  // biome-ignore lint/style/noRestrictedGlobals: the language of `Intl` may change while a page is open.
  globalThis.addEventListener?.('languagechange', notifyAll, true);
  listeners.add(listener);
}

function notifyAll(): void {
  for (const listener of listeners) listener();
}

/** A map with a limit: beyond it, the oldest entry is dropped. */
export class Cache<Value> {
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
