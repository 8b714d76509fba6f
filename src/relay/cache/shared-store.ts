import { parseObject } from '../../model/json.js';
import type { LookupName } from '../../model/types.js';
import { type CachedBody, MAX_BODY, toBody } from '../body.js';
import { CircuitBreaker } from '../breakers.js';
import type { Notify } from '../events.js';
import type { LookupContext } from '../http/lookup-context.js';
import type { CheckedOptions, ResultCache, ResultStore } from '../options.js';
import { CALLBACK_SHARE, millisecondsSince } from '../time.js';

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
    context.request.keepAlive(written, true);
  }

  #notifyFault(lookup: LookupName, started: number): void {
    const milliseconds = millisecondsSince(started);
    this.#notify({ type: 'fault', lookup, outcome: 'internal', status: 0, milliseconds, from: this.name });
  }
}

/** A store outside of this process. It may fail, and may take any time. */
export interface Backend {
  /** Prepares for the first use, for example by deriving keys. This time doesn't count as waiting for the backend. */
  ready(): Promise<unknown>;
  get(cacheKey: string): Promise<CachedBody | undefined>;
  set(cacheKey: string, cached: CachedBody): Promise<void>;
}

/** A header with the end of the data's validity, because not every `Cache` drops expired entries. */
const EXPIRES_AT = 'x-expires-at';

/**
 * Keeps data in a web-standard `Cache`, which other machines may share. Its URLs lead nowhere, and contain a keyed hash of the
 * cache key, so relays with different API keys share no records.
 */
function webCache(cache: ResultCache, apiKey: string): Backend {
  const { keys, nameOf } = createNames(apiKey);
  const urlOf = async (cacheKey: string) => `https://visitor-elements.invalid/${await nameOf(cacheKey)}`;

  return {
    ready: keys,

    async get(cacheKey) {
      const response = await cache.match(await urlOf(cacheKey));
      const expiresAt = Number(response?.headers.get(EXPIRES_AT));
      const data = response && expiresAt > Date.now() ? parseObject(await response.text()) : undefined;
      return data && { body: toBody(data), expiresAt };
    },

    async set(cacheKey, { body, expiresAt }) {
      const headers = {
        'Content-Type': 'application/json',
        'Cache-Control': `max-age=${Math.floor((expiresAt - Date.now()) / 1000)}`,
        [EXPIRES_AT]: `${expiresAt}`,
      };
      await cache.put(await urlOf(cacheKey), new Response(body.bytes, { headers }));
    },
  };
}

/** The maximum characters of a record. A longer one isn't from a relay, and isn't decrypted. */
const MAX_CHARACTERS = MAX_BODY * 1.5;
const IV_BYTES = 12;

const utf8 = new TextEncoder();

/**
 * Keeps data in a store that others can read. Each name is a keyed hash of the cache key. Each value is encrypted
 * (AES-GCM) with its cache key as associated data, so that it can't be moved to another cache key. Both keys are
 * derived from the API key (HKDF), so relays with the same API key share their records, and nobody else can read or
 * forge one.
 */
export function encryptedStore(store: ResultStore, apiKey: string): Backend {
  const { keys, nameOf } = createNames(apiKey);

  return {
    ready: keys,

    async get(cacheKey) {
      const value = await store.get(await nameOf(cacheKey));
      if (value === undefined || value === null) return undefined;
      if (typeof value !== 'string' || value.length > MAX_CHARACTERS) throw new TypeError('no record');
      const stored = await decrypt(cacheKey, value);
      return stored.expiresAt > Date.now() ? stored : undefined;
    },

    async set(cacheKey, cached) {
      const [name, value] = [await nameOf(cacheKey), await encrypt(cacheKey, cached)];
      const milliseconds = Math.ceil(cached.expiresAt - Date.now());
      // Stores interpret 0 milliseconds as no expiry.
      if (milliseconds > 0) await store.set(name, value, milliseconds);
    },
  };

  async function encrypt(cacheKey: string, { body, expiresAt }: CachedBody): Promise<string> {
    const { dataKey } = await keys();
    const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
    const encrypted = await crypto.subtle.encrypt(
      { name: 'AES-GCM', iv, additionalData: utf8.encode(cacheKey) },
      dataKey,
      concat(utf8.encode(`${expiresAt} `), body.bytes),
    );
    return toBase64(concat(iv, new Uint8Array(encrypted)));
  }

  async function decrypt(cacheKey: string, value: string): Promise<CachedBody> {
    const { dataKey } = await keys();
    const record = fromBase64(value);
    const decrypted = await crypto.subtle.decrypt(
      { name: 'AES-GCM', iv: record.subarray(0, IV_BYTES), additionalData: utf8.encode(cacheKey) },
      dataKey,
      record.subarray(IV_BYTES),
    );
    const [, expiresAt, text = ''] = /^([\d.]+) (.*)$/s.exec(new TextDecoder().decode(decrypted)) ?? [];
    const data = parseObject(text);
    if (!data) throw new TypeError('no data');
    return { body: toBody(data), expiresAt: Number(expiresAt) };
  }
}

/** The keys derived from an API key, and the names that they give to cache keys. */
function createNames(apiKey: string) {
  // Keys are derived at the first request, because some platforms forbid cryptography during startup. No request waits for
  // the keys of another one, whose work may be dropped.
  let derived: Awaited<ReturnType<typeof deriveKeys>> | undefined;
  const keys = async () => {
    derived ??= await deriveKeys(apiKey);
    return derived;
  };
  const nameOf = async (cacheKey: string) => {
    const { nameKey } = await keys();
    const hash = new Uint8Array(await crypto.subtle.sign('HMAC', nameKey, utf8.encode(cacheKey)));
    return `visitor-elements-${Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
  };
  return { keys, nameOf };
}

async function deriveKeys(apiKey: string) {
  const { subtle } = crypto;
  const secret = await subtle.importKey('raw', utf8.encode(apiKey), 'HKDF', false, ['deriveKey']);
  const from = (use: string) => ({
    name: 'HKDF',
    hash: 'SHA-256',
    salt: utf8.encode('visitor-elements relay 1'),
    info: utf8.encode(use),
  });
  const aes = { name: 'AES-GCM', length: 256 };
  const hmac = { name: 'HMAC', hash: 'SHA-256', length: 256 };
  return {
    dataKey: await subtle.deriveKey(from('data'), secret, aes, false, ['encrypt', 'decrypt']),
    nameKey: await subtle.deriveKey(from('names'), secret, hmac, false, ['sign']),
  };
}

function concat(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(first.length + second.length);
  whole.set(first);
  whole.set(second, first.length);
  return whole;
}

/** Bytes that are converted to characters at once, each as an argument of a call. */
const CHUNK = 8192;

function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let start = 0; start < bytes.length; start += CHUNK)
    text += String.fromCharCode(...bytes.subarray(start, start + CHUNK));
  return btoa(text);
}

const fromBase64 = (text: string) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
