import { type CachedBody, memoryOf } from '../body.js';
import type { RelayError } from '../errors.js';
import { LruCache } from './lru-cache.js';

/** An estimate of an error's memory, in bytes. */
const ERROR_SIZE = 1000;

/** The outcome of a lookup: data, or why there is none. Valid until a moment, in milliseconds since 1970. */
export type Outcome = CachedBody | { readonly failure: RelayError; readonly expiresAt: number };

/** The memory of one lookup's outcomes. */
export class OutcomeCache {
  readonly #memory: LruCache<Outcome>;

  /**
   * @param max The maximum bytes.
   * @param maxAge The maximum age of an outcome, in milliseconds.
   */
  constructor(max: number, maxAge: number) {
    this.#memory = new LruCache(max, maxAge);
  }

  get(key: string): Outcome | undefined {
    return this.#memory.get(key);
  }

  /** @param owner Whose share of the memory it takes. */
  keep(key: string, outcome: Outcome, owner: string): Outcome {
    const size = 'failure' in outcome ? ERROR_SIZE : memoryOf(outcome.body);
    this.#memory.set(key, outcome, { owner, size, expiresAt: outcome.expiresAt });
    return outcome;
  }
}
