import { parseObject } from '../../model/json.js';
import type { AnswerStore } from '../options.js';
import type { Backend } from './circuit-breaker.js';
import type { Answer } from './lru-cache.js';

/** The most bytes of an answer that is stored. A longer record is none of ours, and is not opened. */
const MOST_BYTES = 512 * 1024;
const MOST_CHARACTERS = MOST_BYTES * 1.5;
const IV_BYTES = 12;

const utf8 = new TextEncoder();

/**
 * Keeps answers in a store that others can read: each name is a keyed hash of the question, each value is sealed
 * (AES-GCM), with its question as associated data, so that a record opens for its own question only. Both keys come from
 * the API key (HKDF), so relays with the same key share their records, and nobody else can read or make one.
 */
export function sealedStore(store: AnswerStore, apiKey: string): Backend {
  // Keys are derived at the first request, since some platforms allow no cryptography while they start.
  let derived: ReturnType<typeof deriveKeys> | undefined;
  const keys = () => {
    derived ??= deriveKeys(apiKey);
    return derived;
  };

  return {
    ready: keys,

    async get(question) {
      const value = await store.get(await nameOf(question));
      if (value === undefined || value === null) return undefined;
      if (typeof value !== 'string' || value.length > MOST_CHARACTERS) throw new TypeError('no record');
      const answer = await open(question, value);
      return answer.until > Date.now() ? answer : undefined;
    },

    async set(question, answer) {
      if (utf8.encode(answer.text).length > MOST_BYTES) return;
      const [name, value] = [await nameOf(question), await seal(question, answer)];
      const milliseconds = Math.ceil(answer.until - Date.now());
      // Stores take 0 milliseconds for a record without an end.
      if (milliseconds > 0) await store.set(name, value, milliseconds);
    },
  };

  async function nameOf(question: string): Promise<string> {
    const { naming } = await keys();
    const hash = await crypto.subtle.sign('HMAC', naming, utf8.encode(question));
    return `visitor-elements-${toBase64(new Uint8Array(hash)).replace(/[+/=]/g, (c) => (c === '+' ? '-' : c === '/' ? '_' : ''))}`;
  }

  async function seal(question: string, { text, until }: Answer): Promise<string> {
    const { sealing } = await keys();
    const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
    const sealed = await crypto.subtle.encrypt(
      { name: 'AES-GCM', iv, additionalData: utf8.encode(question) },
      sealing,
      utf8.encode(`${until} ${text}`),
    );
    const record = new Uint8Array(IV_BYTES + sealed.byteLength);
    record.set(iv);
    record.set(new Uint8Array(sealed), IV_BYTES);
    return toBase64(record);
  }

  async function open(question: string, value: string): Promise<Answer> {
    const { sealing } = await keys();
    const record = fromBase64(value);
    const opened = await crypto.subtle.decrypt(
      { name: 'AES-GCM', iv: record.subarray(0, IV_BYTES), additionalData: utf8.encode(question) },
      sealing,
      record.subarray(IV_BYTES),
    );
    const [, until, text = ''] = /^([\d.]+) (.*)$/s.exec(new TextDecoder().decode(opened)) ?? [];
    if (!parseObject(text)) throw new TypeError('no answer');
    return { text, until: Number(until) };
  }
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
    sealing: await subtle.deriveKey(from('answers'), secret, aes, false, ['encrypt', 'decrypt']),
    naming: await subtle.deriveKey(from('names'), secret, hmac, false, ['sign']),
  };
}

/** Bytes that are turned into characters at once: each is an argument of a call. */
const CHUNK = 8192;

function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += CHUNK)
    text += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  return btoa(text);
}

const fromBase64 = (text: string) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
