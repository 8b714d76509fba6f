import { hasPassed } from '../clock.js';

/** What an entry takes beside its value, roughly, in bytes. */
const ENTRY_OVERHEAD = 600;
/** The share of a cache that the entries of one owner may fill, unless a cache is made with another. */
const OWNER_SHARE = 1 / 16;

/** How a value is kept. */
export interface EntryOptions {
  /** Whose share it counts in. */
  owner: string;
  /** Roughly the memory that it takes, in bytes. */
  size: number;
  /** The moment until which it is good, in milliseconds since 1970. */
  expiresAt: number;
}

interface Entry<T> extends EntryOptions {
  value: T;
}

interface Owner {
  size: number;
  /** Those used last come last. */
  keys: Set<string>;
}

/**
 * A cache bounded by memory. When it is full, the entries that were not used for longest are dropped. When one owner's share
 * is full, that owner's entries are dropped, so that nobody can push out what others need. A value larger than the share is
 * not kept.
 */
export class LruCache<T> {
  readonly #entries = new Map<string, Entry<T>>();
  readonly #owners = new Map<string, Owner>();
  #size = 0;

  /**
   * @param max Bytes that are kept at most.
   * @param maxAge Milliseconds that a value is good for at most.
   */
  constructor(
    readonly max: number,
    readonly maxAge = Infinity,
    readonly ownerShare = OWNER_SHARE,
  ) {}

  /** Bytes kept now; never more than `max`. */
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
    this.#entries.set(key, entry); // The last one now.
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
