import { type CachedBody, memoryOf } from '../body.js';
import type { RelayError } from '../errors.js';
import { hasPassed } from '../time.js';

/** An estimate of an entry's memory without its value, in bytes. */
const ENTRY_OVERHEAD = 600;
/** The default share of a cache that one owner's entries may fill. */
const OWNER_SHARE = 1 / 16;

/** How to cache a value. */
export interface EntryOptions {
  /** The owner whose share the value counts in. */
  owner: string;
  /** An estimate of its memory, in bytes. */
  size: number;
  /** The end of its validity, in milliseconds since 1970. */
  expiresAt: number;
}

interface Entry<T> extends EntryOptions {
  value: T;
}

interface Owner {
  size: number;
  /** In the order of their last use. */
  keys: Set<string>;
}

/**
 * A cache with a memory limit. When it is full, the least recently used entries are dropped. When an owner's share is
 * full, that owner's entries are dropped, so that nobody can displace the entries of others. A value larger than the
 * share isn't cached.
 */
export class LruCache<T> {
  readonly #entries = new Map<string, Entry<T>>();
  readonly #owners = new Map<string, Owner>();
  #size = 0;

  /**
   * @param max The maximum bytes.
   * @param maxAge The maximum age of a value, in milliseconds.
   */
  constructor(
    readonly max: number,
    readonly maxAge = Infinity,
    readonly ownerShare = OWNER_SHARE,
  ) {}

  /** The bytes used now; never more than `max`. */
  get size(): number {
    return this.#size;
  }

  get(key: string): T | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    this.#entries.delete(key);
    if (hasPassed(entry.expiresAt, this.maxAge)) {
      this.#release(key, entry);
      return undefined;
    }
    this.#entries.set(key, entry); // Moved to the end, as the most recently used.
    const keys = this.#owners.get(entry.owner)?.keys;
    if (keys && keys.size > 1) {
      keys.delete(key);
      keys.add(key);
    }
    return entry.value;
  }

  set(key: string, value: T, options: EntryOptions): void {
    const { owner, expiresAt } = options;
    this.#delete(key);
    if (hasPassed(expiresAt, this.maxAge)) return;
    const size = 2 * key.length + options.size + owner.length + ENTRY_OVERHEAD;
    const maxOfOwner = this.max * this.ownerShare;
    if (size > maxOfOwner) return;
    const share = this.#owners.get(owner) ?? { size: 0, keys: new Set() };
    this.#owners.set(owner, share);
    this.#entries.set(key, { value, owner, size, expiresAt });
    share.keys.add(key);
    share.size += size;
    this.#size += size;
    for (const oldest of share.keys) {
      if (share.size <= maxOfOwner) break;
      this.#delete(oldest);
    }
    for (const oldest of this.#entries.keys()) {
      if (this.#size <= this.max) break;
      this.#delete(oldest);
    }
  }

  #delete(key: string): void {
    const entry = this.#entries.get(key);
    this.#entries.delete(key);
    if (entry) this.#release(key, entry);
  }

  #release(key: string, { owner, size }: Entry<T>): void {
    const share = this.#owners.get(owner);
    if (!share) return;
    this.#size -= size;
    share.size -= size;
    share.keys.delete(key);
    if (share.keys.size === 0) this.#owners.delete(owner);
  }
}

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
