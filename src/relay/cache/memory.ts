import type { Outcome } from '../body.js';
import { hasPassed } from '../time.js';

/** Estimates of memory, in bytes: of an entry without its outcome, and of an error. */
const ENTRY_OVERHEAD = 600;
const ERROR_SIZE = 1000;
/** How many times as much memory as its JSON a body takes, parsed data and JSON together. */
const MEMORY_FACTOR = 6;
/** The share of a cache that one owner's entries may fill. */
const OWNER_SHARE = 1 / 16;

interface Entry {
  outcome: Outcome;
  owner: string;
  size: number;
  /** Whether it was used since it was moved to the end. Moving it at each use would cost more than the use. */
  isUsed: boolean;
}

/**
 * A cache with a memory limit. Expired entries are dropped when another is cached. When the cache is full, the entries are
 * dropped that weren't used for the longest time; when an owner's share is full, that owner's, so that nobody can displace
 * the entries of others. A value larger than the share isn't cached.
 */
export class OutcomeCache {
  readonly #entries = new Map<string, Entry>();
  readonly #shares = new Map<string, number>();
  /** The bytes in use. */
  size = 0;

  /** @param max The maximum bytes. @param maxAge The maximum age of an outcome, in milliseconds. */
  constructor(
    readonly max: number,
    readonly maxAge: number,
  ) {}

  get(key: string): Outcome | undefined {
    const entry = this.#entries.get(key);
    if (!entry || hasPassed(entry.outcome.expiresAt, this.maxAge)) return void this.#delete(key);
    entry.isUsed = true;
    return entry.outcome;
  }

  keep(key: string, outcome: Outcome, owner: string): Outcome {
    this.#delete(key);
    for (const [old, { outcome }] of this.#entries) {
      if (!hasPassed(outcome.expiresAt, this.maxAge)) break;
      this.#delete(old);
    }
    const content = 'failure' in outcome ? ERROR_SIZE : MEMORY_FACTOR * outcome.body.bytes.length;
    const size = 2 * key.length + content + owner.length + ENTRY_OVERHEAD;
    const maxShare = this.max * OWNER_SHARE;
    if (size > maxShare || hasPassed(outcome.expiresAt, this.maxAge)) return outcome;
    this.#drop(() => (this.#shares.get(owner) ?? 0) + size > maxShare, owner);
    this.#drop(() => this.size + size > this.max);
    this.#entries.set(key, { outcome, owner, size, isUsed: false });
    this.#resize(owner, size);
    return outcome;
  }

  /** Drops entries, anybody's or one owner's, while there are too many. A used one is moved to the end instead. */
  #drop(areTooMany: () => boolean, ofOwner?: string): void {
    for (const [key, entry] of this.#entries) {
      if (!areTooMany()) return;
      if (ofOwner !== undefined && entry.owner !== ofOwner) continue;
      if (!entry.isUsed) this.#delete(key);
      else if (this.#entries.delete(key)) this.#entries.set(key, Object.assign(entry, { isUsed: false }));
    }
  }

  #delete(key: string): void {
    const entry = this.#entries.get(key);
    this.#entries.delete(key);
    if (entry) this.#resize(entry.owner, -entry.size);
  }

  #resize(owner: string, by: number): void {
    const share = (this.#shares.get(owner) ?? 0) + by;
    this.size += by;
    if (share > 0) this.#shares.set(owner, share);
    else this.#shares.delete(owner);
  }
}
