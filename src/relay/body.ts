/** A JSON object, such as the data of a lookup. */
export type Data = Record<string, unknown>;

/**
 * The maximum bytes of JSON for which data is kept parsed. Larger data is kept as JSON only, because parsed data takes
 * several times as much memory.
 */
const MAX_PARSED = 256 * 1024;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** A value's JSON as UTF-8. */
export const encodeJson = (value: unknown): Uint8Array<ArrayBuffer> => encoder.encode(JSON.stringify(value));

/** The data of a response and its JSON. Data is encoded once, and all responses with it share the bytes. */
export class JsonBody {
  #data: Data | undefined;
  #bytes: Uint8Array<ArrayBuffer> | undefined;
  /** An estimate of the memory that it takes, in bytes. */
  readonly size: number;

  constructor(data: Data) {
    this.#data = data;
    this.size = memoryOf(data);
    if (this.size <= MAX_PARSED || this.bytes.length <= MAX_PARSED) return;
    this.#data = undefined;
    this.size = this.bytes.length;
  }

  /** Whether the data is at most 256 KiB, so that it is kept parsed and may be narrowed or changed. */
  get isSmall(): boolean {
    return this.#data !== undefined;
  }

  get data(): Data {
    return this.#data ?? JSON.parse(decoder.decode(this.#bytes));
  }

  get bytes(): Uint8Array<ArrayBuffer> {
    this.#bytes ??= encodeJson(this.#data);
    return this.#bytes;
  }
}

/** A body that is valid until a moment, in milliseconds since 1970. */
export interface CachedBody {
  readonly body: JsonBody;
  readonly expiresAt: number;
}

/**
 * An estimate of the memory for data and its JSON together, in bytes. It is higher than what V8 needs for ordinary
 * data, whose objects share their shapes.
 */
function memoryOf(data: Data): number {
  let total = 0;
  const left: unknown[] = [data];
  while (left.length > 0) {
    const value = left.pop();
    if (typeof value === 'string') total += 24 + value.length * (/[^\0-\xff]/.test(value) ? 5 : 2);
    else if (typeof value === 'number') total += 16;
    else if (Array.isArray(value)) {
      total += 32 + 8 * value.length;
      for (const item of value) left.push(item);
    } else if (typeof value === 'object' && value !== null) {
      total += 56;
      for (const [name, member] of Object.entries(value)) {
        total += 24 + name.length;
        left.push(member);
      }
    }
  }
  return total;
}
