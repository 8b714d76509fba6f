/** What outlives a lookup: its answer for as long as it is fresh, and how long the service is to be left alone. */
import type { LookupError } from './error.js';
import { isObject } from './json.js';
import { inStorage, type Question } from './question.js';
import type { CheckedSettings } from './settings.js';
import { readStored, type StorageName, writeStored } from './storage.js';

/** What the service answered, and when, in milliseconds since 1970. */
export interface Answer {
  readonly at: number;
  readonly data: object;
}

/** What came of asking. */
export type Outcome = Answer | LookupError;

type Keeping = Pick<CheckedSettings, 'storage' | 'maxAge'>;

/** Seconds the longest pause is heeded. */
const day = 86_400;
/** A pause is stored beside the answer, which may hold for longer. */
const pauseSuffix = '/pause';

/** Whether a moment lies less than so many seconds back. One in the future does not: then a clock was changed. */
export function isWithin(at: number, seconds: number): boolean {
  const age = Date.now() - at;
  return age >= 0 && age < seconds * 1000;
}

/** The stored answer to a question, where it is fresh and came after a moment. */
export function recallAnswer(
  question: Question,
  { storage, maxAge }: Keeping,
  after = 0,
): Answer | undefined {
  const { at, data } = recall(question, storage) ?? {};
  const fresh = typeof at === 'number' && at > after && isWithin(at, maxAge);
  return fresh && isObject(data) ? { at, data } : undefined;
}

/** The whole seconds for which the service is still to be left alone, as was stored. */
export function recallPause(question: Question, { storage }: Keeping): number | undefined {
  const { at, until } = recall(question, storage, pauseSuffix) ?? {};
  if (typeof at !== 'number' || typeof until !== 'number') return undefined;
  const end = Math.min(until, at + day * 1000);
  return isWithin(at, day) && end > Date.now() ? Math.ceil((end - Date.now()) / 1000) : undefined;
}

/** What is stored for just this question: another's record may have the same name. */
function recall(question: Question, storage: CheckedSettings['storage'], suffix = '') {
  const { name, place } = inStorage(question);
  const record = readStored(storage, name + suffix);
  const own = Object.entries(place).every(([member, value]) => record?.[member] === value);
  return own ? record : undefined;
}

export function rememberAnswer(question: Question, { storage, maxAge }: Keeping, { at, data }: Answer): void {
  const { name, place } = inStorage(question);
  if (maxAge) writeStored(storage, name, { ...place, at, until: at + maxAge * 1000, data });
}

/** @param seconds How long the service wants to be left alone. */
export function rememberPause(question: Question, storage: StorageName, seconds: number): void {
  const { name, place } = inStorage(question);
  const at = Date.now();
  writeStored(storage, name + pauseSuffix, { ...place, at, until: at + seconds * 1000 });
}
