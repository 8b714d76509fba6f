/** What outlives a lookup: its answer for as long as it is fresh, and how long the service is to be left alone. */
import type { LookupError } from './error.js';
import { isObject } from './json.js';
import type { CheckedSettings } from './settings.js';
import { readStored, writeStored } from './storage.js';

/** A time from a moment on. */
export interface Span {
  readonly at: number;
  readonly seconds: number;
}

/** What is stored: data, or the seconds the service wants to be left alone. */
export interface Stored {
  readonly at: number;
  readonly data?: object;
  readonly retryAfter?: number | undefined;
}

const day = 86_400;
/** A pause is stored beside the data, which may hold for longer. */
const pauseSuffix = '/pause';

/** False in a span that has passed, and in one from the future: then a clock was changed. */
export function holds({ at, seconds }: Span): boolean {
  const age = Date.now() - at;
  return age >= 0 && age < seconds * 1000;
}

/** How long the service is left alone after an error; for ever means until settings change or a reader insists. */
export function pauseAfter({ code, retryAfter = 60 }: LookupError): Span | undefined {
  const seconds = {
    'rate-limited': Math.min(retryAfter, day),
    unauthorized: Infinity,
    'out-of-credits': Infinity,
    skipped: Infinity,
  }[code as string];
  return seconds === undefined ? undefined : { at: Date.now(), seconds };
}

/** What is stored for a question and still holds: data that came after a moment, or else a pause. */
export function recall(id: string, { storage, maxAge }: CheckedSettings, after: number): Stored | undefined {
  const { at, data } = readStored(storage, id) ?? {};
  if (typeof at === 'number' && at > after && holds({ at, seconds: maxAge }) && isObject(data))
    return { at, data };
  const { at: since, retryAfter } = readStored(storage, id + pauseSuffix) ?? {};
  if (typeof since !== 'number' || typeof retryAfter !== 'number') return undefined;
  const seconds = Math.min(retryAfter, day);
  if (!holds({ at: since, seconds })) return undefined;
  return { at: since, retryAfter: Math.ceil(seconds - (Date.now() - since) / 1000) };
}

/** Stores data, where it may be reused, or a pause. */
export function remember(id: string, { storage, maxAge }: CheckedSettings, stored: Stored): void {
  if (maxAge || !stored.data) writeStored(storage, id + (stored.data ? '' : pauseSuffix), stored);
}
