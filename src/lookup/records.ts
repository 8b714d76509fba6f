/** What outlives a lookup: its answer for as long as it is fresh, and how long the service is to be left alone. */
import type { Ask } from './ask.js';
import { LookupError } from './error.js';
import { frozen, isObject, numberOf } from './json.js';
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

const longestPause = 86_400;
const pauseSuffix = '/pause';

/** Whether a moment lies less than so many seconds back. One in the future does not: then a clock was changed. */
export function isWithin(at: number, seconds: number): boolean {
  const age = Date.now() - at;
  return age >= 0 && age < seconds * 1000;
}

type Keeping = Pick<CheckedSettings, 'storage' | 'maxAge'>;

/** The stored answer to a question, where it is fresh and came after a moment. */
export function recallAnswer(
  question: Question,
  { storage, maxAge }: Keeping,
  after = 0,
): Answer | undefined {
  const { at: told, data } = record(question, storage) ?? {};
  const at = numberOf(told);
  return at > after && isWithin(at, maxAge) && isObject(data) ? { at, data } : undefined;
}

/** The whole seconds for which the service is still to be left alone; a pause may hold for longer than an answer. */
export function recallPause(question: Question, { storage }: Keeping): number | undefined {
  const { at, until } = record(question, storage, pauseSuffix) ?? {};
  const seconds = Math.ceil((numberOf(until) - Date.now()) / 1000);
  return seconds > 0 && isWithin(numberOf(at), longestPause) ? Math.min(seconds, longestPause) : undefined;
}

/** What is stored for a question: an answer, or else that the service asked for a pause. */
export function recall(question: Question, keeping: Keeping, after?: number): Outcome | undefined {
  const { at, data } = recallAnswer(question, keeping, after) ?? {};
  if (at && data && frozen(data)) return { at, data };
  const retryAfter = recallPause(question, keeping);
  if (!retryAfter) return undefined;
  return new LookupError('rate-limited', 'The lookup service asked for a pause.', {
    status: 429,
    retryAfter,
  });
}

/** Stores an answer, or a pause, once in each storage, as long as the reader who keeps it longest wants. */
export function keep(question: Question, outcome: Outcome, askers: Ask[]): void {
  const readers = askers.flatMap((ask) => (ask.question?.name === question.name && ask.settings) || []);
  for (const storage of new Set(readers.map((reader) => reader.storage))) {
    const spans = readers.filter((reader) => reader.storage === storage).map(({ maxAge }) => maxAge);
    if ('data' in outcome) remember(question, storage, Math.max(...spans), outcome);
    else if (outcome.code === 'rate-limited') remember(question, storage, pauseOf(outcome));
  }
}

function remember(question: Question, storage: StorageName, seconds: number, answer?: Answer): void {
  if (!seconds) return;
  const { name, place } = inStorage(question);
  const at = answer?.at ?? Date.now();
  const record = { ...place, ...answer, at, until: at + seconds * 1000 };
  writeStored(storage, name + (answer ? '' : pauseSuffix), record);
}

/** The seconds of a pause: a minute where none are named, at most a day. */
export const pauseOf = ({ retryAfter = 60 }: LookupError): number => Math.min(retryAfter, longestPause);

/** What is stored for just this question: another's may have the same name. */
function record(question: Question, storage: StorageName, suffix = '') {
  const { name, place } = inStorage(question);
  const found = readStored(storage, name + suffix);
  return Object.entries(place).every(([member, value]) => found?.[member] === value) ? found : undefined;
}
