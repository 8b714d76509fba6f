import { type CachedBody, type Data, encodeJson, type JsonBody } from '../body.js';
import { RelayError } from '../errors.js';
import { REQUEST_ERRORS } from '../http/request-errors.js';
import { LruCache } from './lru-cache.js';

/** Bytes of variants that are kept at most. */
const MAX_KEPT = 6 * 2 ** 20;
/** Bytes of data of which a variant is made at once. Those of more may be made to wait. */
const MAX_AT_ONCE = 16 * 1024;

/** Runs work now or later, so that much of it for one owner doesn't keep others waiting. */
export type RunWork = <T>(owner: string, work: () => T) => T | Promise<T>;

/** What a request wants to be made of data, such as some fields of it. */
export interface Variant {
  /** Tells it from other variants of the same data. */
  name: string;
  make(data: Data): object;
}

/** Throws a `RelayError` for data that is too large to make variants of: that would be much work for each request. */
export function assertVariable(body: JsonBody): void {
  if (!body.isParsed) throw new RelayError(REQUEST_ERRORS.dataTooLarge);
}

/** Makes variants of data. They are kept: each depends on the data and its name alone. */
export class Variants {
  readonly #kept: LruCache<Uint8Array<ArrayBuffer>>;
  readonly #run: RunWork;

  /** @param maxAge Milliseconds that data is good for at most. */
  constructor(maxAge: number, run: RunWork) {
    this.#kept = new LruCache(MAX_KEPT, maxAge);
    this.#run = run;
  }

  /**
   * The JSON of a variant.
   *
   * @param cacheKey What the data is known by.
   * @param owner Whose share of the memory and of the time it counts in.
   */
  bytesOf(
    cacheKey: string,
    { body, expiresAt }: CachedBody,
    variant: Variant,
    owner: string,
  ): Uint8Array<ArrayBuffer> | Promise<Uint8Array<ArrayBuffer>> {
    const name = `${cacheKey}\n${expiresAt}\n${variant.name}`;
    const known = this.#kept.get(name);
    if (known) return known;
    assertVariable(body);
    const make = () => {
      const madeMeanwhile = this.#kept.get(name);
      if (madeMeanwhile) return madeMeanwhile;
      const bytes = encodeJson(variant.make(body.data));
      this.#kept.set(name, bytes, { owner, size: bytes.length, expiresAt });
      return bytes;
    };
    return body.size > MAX_AT_ONCE ? this.#run(owner, make) : make();
  }
}
