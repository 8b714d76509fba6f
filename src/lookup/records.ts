/** What is stored of a question: its answer for as long as it is fresh, and how long the service is to be left alone. */
import { LookupError } from '../model/error.js';
import { isObject } from '../model/json.js';
import type { Answer } from '../model/types.js';
import type { CheckedSettings } from './settings.js';
import { readRecord, writeRecord } from './storage.js';

type Keeping = Pick<CheckedSettings, 'storage' | 'maxAge'>;

const longestPause = 86_400;
/** Ends the name of a pause's record, which is apart from the answer's: either may last longer. */
const pauseSuffix = '/pause';

/** The seconds of a pause: a minute where none are named, at most a day. */
export const pauseOf = ({ retryAfter = 60 }: LookupError): number => Math.min(retryAfter, longestPause);

/** Whether a moment lies at most so many seconds back. A moment in the future does not: the clock was wrong. */
export function isWithin(at: number, seconds: number): boolean {
  const age = Date.now() - at;
  return age >= 0 && age < seconds * 1000;
}

/** The stored answer, if it is fresh and newer than `after`; else an error for a stored pause that has not ended. */
export function storedOutcome(
  name: string,
  { storage, maxAge }: Keeping,
  after = 0,
): Answer | LookupError | undefined {
  const { at = 0, data } = readRecord(storage, name) ?? {};
  if (at > after && isWithin(at, maxAge) && isObject(data)) return { at, data };
  const { until } = readRecord(storage, name + pauseSuffix) ?? {};
  if (!until) return undefined;
  const retryAfter = Math.min(Math.ceil((until - Date.now()) / 1000), longestPause);
  const message = 'The lookup service asked for a pause.';
  return new LookupError('rate-limited', message, { status: 429, retryAfter });
}

/** Stores an answer, or a pause, for as long as it holds. */
export function persist(name: string, { storage, maxAge }: Keeping, outcome: Answer | LookupError): void {
  const isAnswer = !(outcome instanceof LookupError);
  const at = isAnswer ? outcome.at : Date.now();
  const seconds = isAnswer ? maxAge : outcome.code === 'rate-limited' ? pauseOf(outcome) : 0;
  const record = { at, until: at + seconds * 1000, ...(isAnswer && { data: outcome.data }) };
  if (seconds) writeRecord(storage, isAnswer ? name : name + pauseSuffix, record);
}
