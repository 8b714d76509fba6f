import type { CachedBody } from '../body.js';
import { isRelayError, type RelayError } from '../errors.js';
import type { LookupContext } from '../http/lookup-context.js';
import type { ServedFrom } from '../reporting.js';
import { LruCache } from './lru-cache.js';
import { SharedWork } from './shared-work.js';

/** An estimate of an error's memory, in bytes. */
const ERROR_SIZE = 1000;

/** The outcome of a lookup: data, or why there is none. */
type Outcome = CachedBody | { failure: RelayError; expiresAt: number };

/** The outcome of a lookup, and where it came from. */
export interface SearchResult {
  outcome: Outcome;
  from: ServedFrom;
}

/** The steps that find data that isn't in memory, in this order. */
export interface Search {
  /** Reads the cache that other machines share. `undefined` if the data isn't there. */
  readShared?(): Promise<SearchResult | undefined>;
  /**
   * Counts a call before it is made. Rejects with a `RelayError` if the visitor may not cause one; this affects only
   * this visitor. Resolves to a function that refunds the call, in case another request made it in the meantime.
   */
  consume?(): Promise<() => void>;
  /** Requests the data. A `RelayError` is an outcome too. */
  call(): Promise<SearchResult>;
}

/** The result of the first search for a key, and whose search it was. */
type FirstResult = { visitor: string } & (SearchResult | { refusal: RelayError });

/** A cache of lookups. Concurrent requests with the same key share one search, and later ones its outcome. */
export class CoalescingCache {
  readonly #memory: LruCache<Outcome>;
  readonly #searches: SharedWork<FirstResult>;
  readonly #calls: SharedWork<SearchResult>;

  /**
   * @param max The maximum bytes.
   * @param maxAge The maximum age of an outcome, in milliseconds.
   * @param maxWait The milliseconds after which a search or a call of another request counts as lost.
   * @param ownerShare The share that one visitor's /48 may fill.
   */
  constructor(max: number, maxAge: number, maxWait: number, ownerShare?: number) {
    this.#memory = new LruCache(max, maxAge, ownerShare);
    this.#searches = new SharedWork(maxWait);
    this.#calls = new SharedWork(maxWait);
  }

  /**
   * The data for a key; rejects with a `RelayError` if there is none. Throws a failure in memory synchronously, which
   * prevents further lookups for the same request.
   */
  find(cacheKey: string, context: LookupContext, search: Search): Promise<CachedBody> {
    const known = this.#memory.get(cacheKey);
    if (known && 'failure' in known) {
      context.recordServedFrom('memory');
      throw known.failure;
    }
    return this.#find(cacheKey, context, search);
  }

  async #find(cacheKey: string, context: LookupContext, search: Search): Promise<CachedBody> {
    const { outcome, from } =
      this.#inMemory(cacheKey) ??
      (await this.#calls.join(cacheKey)) ??
      (await this.#search(cacheKey, context, search));
    context.recordServedFrom(from);
    if (!('failure' in outcome)) return outcome;
    if (from === 'service') context.recordFailedCall(outcome.failure);
    throw outcome.failure;
  }

  #inMemory(cacheKey: string): SearchResult | undefined {
    const outcome = this.#memory.get(cacheKey);
    return outcome && { outcome, from: 'memory' };
  }

  async #search(cacheKey: string, context: LookupContext, search: Search): Promise<SearchResult> {
    const visitor = context.visitor.name;
    const result = await this.#searches.joinOrStart(cacheKey, async () => {
      try {
        const shared = await search.readShared?.();
        if (shared) this.#keep(cacheKey, context, shared);
        return { visitor, ...(shared ?? (await this.#call(cacheKey, context, search))) };
      } catch (error) {
        if (isRelayError(error)) return { visitor, refusal: error };
        throw error;
      }
    });
    if (!('refusal' in result)) return result;
    if (result.visitor === visitor) throw result.refusal;
    // Another visitor was refused. Each of the other visitors is checked separately, at the same time, and they share
    // only the call.
    return this.#call(cacheKey, context, search);
  }

  /** Makes the call, if the visitor may cause it and no other request made it in the meantime. */
  async #call(cacheKey: string, context: LookupContext, search: Search): Promise<SearchResult> {
    const refund = await search.consume?.();
    let isOwn = false;
    try {
      return (
        this.#inMemory(cacheKey) ??
        (await this.#calls.joinOrStart(cacheKey, async () => {
          isOwn = true;
          return this.#keep(cacheKey, context, await search.call());
        }))
      );
    } finally {
      if (!isOwn) refund?.();
    }
  }

  #keep(cacheKey: string, { visitor }: LookupContext, result: SearchResult): SearchResult {
    const { outcome } = result;
    const size = 'failure' in outcome ? ERROR_SIZE : outcome.body.size;
    this.#memory.set(cacheKey, outcome, { owner: visitor.prefix48, size, expiresAt: outcome.expiresAt });
    return result;
  }
}
