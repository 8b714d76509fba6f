import type { CachedBody, JsonBody } from '../body.js';
import { encodeJson } from '../body.js';
import { RelayError } from '../errors.js';
import { type FieldSelection, pickFields } from '../http/fields.js';
import { REQUEST_ERRORS } from '../http/request-errors.js';
import { LruCache } from './lru-cache.js';

/** Bytes of picked fields that are kept at most. */
const MAX_KEPT = 4 * 2 ** 20;

/** Throws a `RelayError` for data that is too large to pick fields of: that would be much work for each request. */
export function assertPickable(body: JsonBody): void {
  if (!body.isParsed) throw new RelayError(REQUEST_ERRORS.dataTooLarge);
}

/** Picks fields of data. What was picked is kept: it depends on the data and the fields alone. */
export class Selections {
  readonly #kept: LruCache<Uint8Array<ArrayBuffer>>;

  /** @param maxAge Milliseconds that data is good for at most. */
  constructor(maxAge: number) {
    this.#kept = new LruCache(MAX_KEPT, maxAge);
  }

  /**
   * The JSON of the selected fields.
   *
   * @param cacheKey What the data is known by.
   * @param owner Whose share of the memory it counts in.
   */
  pick(
    cacheKey: string,
    { body, expiresAt }: CachedBody,
    { text, selection }: FieldSelection,
    owner: string,
  ): Uint8Array<ArrayBuffer> {
    const name = `${cacheKey}\n${expiresAt}\n${text}`;
    const known = this.#kept.get(name);
    if (known) return known;
    assertPickable(body);
    const bytes = encodeJson(pickFields(body.data, selection));
    this.#kept.set(name, bytes, { owner, size: bytes.length, expiresAt });
    return bytes;
  }
}
