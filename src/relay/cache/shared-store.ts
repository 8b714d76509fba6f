import { parseObject } from '../../model/json.js';
import type { LookupName } from '../../model/types.js';
import { type CachedBody, MAX_BODY } from '../body.js';
import { GuardedOperation } from '../breakers.js';
import type { CheckedOptions } from '../checked-options.js';
import type { LookupContext } from '../http/lookup-context.js';
import type { ResultCache, ResultStore } from '../options.js';
import { CALLBACK_SHARE, timeLeft } from '../time.js';

/** The maximum number of values that are being written, and milliseconds for each. A store that hangs would collect them. */
const MAX_WRITES = 64;
const MAX_WRITE_TIME = 10_000;

/** Results that other machines share. `undefined` without the options for it. Never fails, and no lookup waits for a write. */
export function createSharedStore({ apiKey, baseUrl, cache, maxAge, store, timeout }: CheckedOptions) {
  const records = store ?? (cache && storeIn(cache));
  if (!records || maxAge === 0) return undefined;
  const name = store ? 'store' : 'cache';
  const encrypted = encryptedStore(records, apiKey);
  const reader = new GuardedOperation(timeout * CALLBACK_SHARE, true);
  const writer = new GuardedOperation(MAX_WRITE_TIME, false);
  let writes = 0;
  let lastWrite = 0;
  const faultOf =
    (lookup: LookupName, { reporter }: LookupContext, started = performance.now()) =>
    () =>
      reporter.notify('fault', { lookup, outcome: 'internal', status: 0, from: name }, started);

  return {
    name,
    isLeftAlone: () => reader.isLeftAlone,

    /** The data for a path at the service. Its age counts from now at most, because other machines' clocks may differ. */
    async get(path: string, lookup: LookupName, context: LookupContext): Promise<CachedBody | undefined> {
      await encrypted.ready().catch(() => {}); // If this fails, the attempt below fails too.
      const read = () => encrypted.get(`${baseUrl}${path}`);
      const left = timeLeft(context.serviceDeadline);
      const waited = await reader.attempt(read, left, faultOf(lookup, context));
      const found = waited && 'value' in waited ? waited.value : undefined;
      return found && { ...found, expiresAt: Math.min(found.expiresAt, Date.now() + maxAge * 1000) };
    },

    set(path: string, cached: CachedBody, lookup: LookupName, context: LookupContext): void {
      const now = performance.now();
      if (now > lastWrite + MAX_WRITE_TIME) writes = 0; // Workers drop writes together with their requests.
      if (reader.isLeftAlone || writes >= MAX_WRITES) return;
      lastWrite = now;
      writes += 1;
      const write = () => encrypted.set(`${baseUrl}${path}`, cached);
      const written = writer.attempt(write, Infinity, faultOf(lookup, context)).then(() => {
        writes -= 1;
      });
      context.request.keepAlive(written, true);
    },
  } as const;
}

/** A web-standard `Cache` as a store. Its URLs lead nowhere. */
const storeIn = (cache: ResultCache): ResultStore => ({
  get: async (name) => (await cache.match(urlOf(name)))?.json(),
  set: (name, value, milliseconds) => {
    const headers = { 'Cache-Control': `max-age=${Math.floor(milliseconds / 1000)}` };
    return cache.put(urlOf(name), Response.json(value, { headers }));
  },
});

const urlOf = (name: string) => `https://visitor-elements.invalid/${name}`;

/** The maximum characters of a record. A longer one isn't from a relay, and isn't decrypted. */
const MAX_CHARACTERS = MAX_BODY * 1.5;
const IV_BYTES = 12;

const utf8 = new TextEncoder();

/**
 * Keeps data in a store that others can read. Each name is a keyed hash of the cache key. Each value is its end and the data,
 * encrypted (AES-GCM) with end and cache key as associated data, so that neither can be replaced. Both keys are derived from
 * the API key (HKDF), so relays with the same API key share their records, and nobody else can read or forge one.
 */
export function encryptedStore(store: ResultStore, apiKey: string) {
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
  const algorithm = (iv: Uint8Array<ArrayBuffer>, cacheKey: string, expiresAt: number) => ({
    name: 'AES-GCM',
    iv,
    additionalData: utf8.encode(`${expiresAt} ${cacheKey}`),
  });

  return {
    /** Derives keys, which doesn't count as waiting for the store. */
    ready: keys,

    async get(cacheKey: string): Promise<CachedBody | undefined> {
      const value = await store.get(await nameOf(cacheKey));
      if (value === undefined || value === null) return undefined;
      if (typeof value !== 'string' || value.length > MAX_CHARACTERS) throw new TypeError('no record');
      const { dataKey } = await keys();
      const [end, sealed = ''] = value.split(' ');
      const record = Uint8Array.from(atob(sealed), (character) => character.charCodeAt(0));
      const [iv, encrypted] = [record.subarray(0, IV_BYTES), record.subarray(IV_BYTES)];
      const expiresAt = Number(end);
      const decrypted = await crypto.subtle.decrypt(algorithm(iv, cacheKey, expiresAt), dataKey, encrypted);
      const bytes = new Uint8Array(decrypted);
      const data = parseObject(new TextDecoder().decode(bytes));
      return data && expiresAt > Date.now() ? { body: { data, bytes }, expiresAt } : undefined;
    },

    async set(cacheKey: string, { body, expiresAt }: CachedBody): Promise<void> {
      const { dataKey } = await keys();
      const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
      const encrypted = await crypto.subtle.encrypt(algorithm(iv, cacheKey, expiresAt), dataKey, body.bytes);
      const record = [...iv, ...new Uint8Array(encrypted)];
      const value = `${expiresAt} ${btoa(record.map((byte) => String.fromCharCode(byte)).join(''))}`;
      const name = await nameOf(cacheKey);
      const milliseconds = Math.ceil(expiresAt - Date.now());
      // Stores interpret 0 milliseconds as no expiry.
      if (milliseconds > 0) await store.set(name, value, milliseconds);
    },
  };
}

async function deriveKeys(apiKey: string) {
  const { subtle } = crypto;
  const secret = await subtle.importKey('raw', utf8.encode(apiKey), 'HKDF', false, ['deriveKey']);
  const salt = utf8.encode('visitor-elements relay 2');
  const from = (use: string) => ({ name: 'HKDF', hash: 'SHA-256', salt, info: utf8.encode(use) });
  const aes = { name: 'AES-GCM', length: 256 };
  const hmac = { name: 'HMAC', hash: 'SHA-256', length: 256 };
  return {
    dataKey: await subtle.deriveKey(from('data'), secret, aes, false, ['encrypt', 'decrypt']),
    nameKey: await subtle.deriveKey(from('names'), secret, hmac, false, ['sign']),
  };
}
