import { type CachedBody, encodeJson, type JsonBody } from '../body.js';
import { RelayError } from '../errors.js';
import { type FieldSelection, pickFields } from '../http/fields.js';
import { REQUEST_ERRORS } from '../http/request-errors.js';
import { LruCache } from './lru-cache.js';

/** Bytes of picked fields that are kept at most. */
const MAX_KEPT = 6 * 2 ** 20;
/** Bytes of data whose fields are picked at once. Picking of more may be made to wait. */
const MAX_AT_ONCE = 16 * 1024;

/** Runs work now or later, so that much of it for one owner doesn't keep others waiting. */
export type RunWork = <T>(owner: string, work: () => T) => T | Promise<T>;

/** Throws a `RelayError` for data that is too large to pick fields of: that would be much work for each request. */
export function assertPickable(body: JsonBody): void {
  if (!body.isParsed) throw new RelayError(REQUEST_ERRORS.dataTooLarge);
}

/** Picks fields of data. What was picked is kept: it depends on the data and the fields alone. */
export class Selections {
  readonly #kept: LruCache<Uint8Array<ArrayBuffer>>;
  readonly #run: RunWork;

  /** @param maxAge Milliseconds that data is good for at most. */
  constructor(maxAge: number, run: RunWork) {
    this.#kept = new LruCache(MAX_KEPT, maxAge);
    this.#run = run;
  }

  /**
   * The JSON of the selected fields.
   *
   * @param cacheKey What the data is known by.
   * @param owner Whose share of the memory and of the time it counts in.
   */
  pick(
    cacheKey: string,
    { body, expiresAt }: CachedBody,
    { text, selection }: FieldSelection,
    owner: string,
  ): Uint8Array<ArrayBuffer> | Promise<Uint8Array<ArrayBuffer>> {
    const name = `${cacheKey}\n${expiresAt}\n${text}`;
    const known = this.#kept.get(name);
    if (known) return known;
    assertPickable(body);
    const pick = () => {
      const pickedMeanwhile = this.#kept.get(name);
      if (pickedMeanwhile) return pickedMeanwhile;
      const bytes = encodeJson(pickFields(body.data, selection));
      this.#kept.set(name, bytes, { owner, size: bytes.length, expiresAt });
      return bytes;
    };
    return body.size > MAX_AT_ONCE ? this.#run(owner, pick) : pick();
  }
}
