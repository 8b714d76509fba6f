import { keepLatest } from '../lookup/internal.js';

/**
 * Making an `Intl` formatter, or a list of all countries, costs a hundred times as much as using it, so they are kept. A
 * page may show ever new languages and ever new data, so only the latest are; and what was made for "the browser's
 * language" is wrong when that changes, so then all are dropped.
 */

const droppers = new Set<() => void>();

/** Calls back whenever the browser's language changed, before other listeners of that. */
export function onLanguageChange(drop: () => void): void {
  if (!droppers.size) globalThis.addEventListener?.('languagechange', dropAll, true);
  droppers.add(drop);
}

function dropAll(): void {
  for (const drop of droppers) drop();
}

/** A module's latest values, by key; past the limit the oldest goes. */
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
