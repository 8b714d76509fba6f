import type { LookupName } from '../../model/types.js';
import type { CachedBody } from '../body.js';
import { CircuitBreaker } from '../circuit-breaker.js';
import type { Notify } from '../events.js';
import type { LookupContext } from '../http/lookup-context.js';
import type { CheckedOptions } from '../options.js';
import { CALLBACK_SHARE, millisecondsSince } from '../time.js';
import { type Backend, encryptedStore, webCache } from './backends.js';

/** The maximum number of values that are being written. A store that hangs would collect them. */
const MAX_WRITES = 64;

/** Results that other machines share, in the option `store` or `cache`. It never fails, and nobody waits for a write. */
export class SharedStore {
  readonly name: 'store' | 'cache';
  readonly #backend: Backend;
  readonly #baseUrl: string;
  readonly #maxAge: number;
  readonly #notify: Notify;
  readonly #breaker: CircuitBreaker;
  #writes = 0;

  private constructor(name: 'store' | 'cache', backend: Backend, options: CheckedOptions, notify: Notify) {
    this.name = name;
    this.#backend = backend;
    this.#baseUrl = options.baseUrl;
    this.#maxAge = options.maxAge * 1000;
    this.#notify = notify;
    this.#breaker = new CircuitBreaker(options.timeout * CALLBACK_SHARE, true);
  }

  /** The store of the options. `undefined` without one, and with `maxAge: 0`. */
  static from(options: CheckedOptions, notify: Notify): SharedStore | undefined {
    const { apiKey, cache, maxAge, store } = options;
    if (maxAge === 0) return undefined;
    if (store) return new SharedStore('store', encryptedStore(store, apiKey), options, notify);
    return cache ? new SharedStore('cache', webCache(cache, apiKey), options, notify) : undefined;
  }

  /** The data for a path at the service. Its age counts from now at most, because other machines' clocks may differ. */
  async get(path: string, lookup: LookupName, context: LookupContext): Promise<CachedBody | undefined> {
    await this.#backend.ready().catch(() => {}); // If this fails, the attempt below fails too.
    const started = performance.now();
    const read = () => this.#backend.get(`${this.#baseUrl}${path}`);
    const waited = await this.#breaker.attempt(read, context.serviceDeadline.left);
    if (!waited) return undefined;
    if (!('value' in waited)) {
      this.#notifyFault(lookup, started);
      return undefined;
    }
    const { value } = waited;
    return value && { ...value, expiresAt: Math.min(value.expiresAt, Date.now() + this.#maxAge) };
  }

  /** Writes data behind the response. */
  set(path: string, cached: CachedBody, lookup: LookupName, context: LookupContext): void {
    if (this.#breaker.isOpen || this.#writes >= MAX_WRITES) return;
    this.#writes += 1;
    const started = performance.now();
    const written = this.#backend
      .set(`${this.#baseUrl}${path}`, cached)
      .catch(() => this.#notifyFault(lookup, started))
      .finally(() => {
        this.#writes -= 1;
      });
    context.request.waitUntil(written);
  }

  #notifyFault(lookup: LookupName, started: number): void {
    const milliseconds = millisecondsSince(started);
    this.#notify({ type: 'fault', lookup, outcome: 'internal', status: 0, milliseconds, from: this.name });
  }
}
