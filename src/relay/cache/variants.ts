import { type CachedBody, type Data, encodeJson, type JsonBody } from '../body.js';
import { RelayError } from '../errors.js';
import { REQUEST_ERRORS } from '../http/request-errors.js';
import { LruCache } from './lru-cache.js';

/** The maximum bytes of cached variants. */
const MAX_KEPT = 6 * 2 ** 20;
/** The maximum bytes of data whose variant is made at once. Work on larger data may have to wait. */
const MAX_AT_ONCE = 16 * 1024;

/** Runs work now or later, so that one owner's work doesn't keep others waiting. */
export type RunWork = <T>(owner: string, work: () => T) => T | Promise<T>;

/** Data changed for one response: narrowed to some fields, or to the country that the visitor chose. */
export interface Variant {
  /** Identifies the variant among those of the same data. */
  name: string;
  make(data: Data): object;
}

/** Throws a `RelayError` if data is too large for variants, which would be too much work for each request. */
export function assertSmallEnough(body: JsonBody): void {
  if (!body.isSmall) throw new RelayError(REQUEST_ERRORS.dataTooLarge);
}

/** Makes and caches variants of data. Each depends only on the data and its own name. */
export class Variants {
  readonly #kept: LruCache<Uint8Array<ArrayBuffer>>;
  readonly #run: RunWork;

  /** @param maxAge The maximum age of data, in milliseconds. */
  constructor(maxAge: number, run: RunWork) {
    this.#kept = new LruCache(MAX_KEPT, maxAge);
    this.#run = run;
  }

  /**
   * The JSON of a variant.
   *
   * @param cacheKey Identifies the data.
   * @param owner Whose share of memory and time the variant uses.
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
    assertSmallEnough(body);
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
