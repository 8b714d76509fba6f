/** The stored records of a lookup: its data until it is stale, and the end of a rate limit. */
import { LookupError, rateLimitSeconds } from '../model/error.js';
import { isObject } from '../model/json.js';
import type { TimestampedData } from '../model/types.js';
import type { CompleteSettings } from './settings.js';
import { readRecord, writeRecord } from './storage.js';

type RecordSettings = Pick<CompleteSettings, 'storage' | 'maxAge'>;

/** The suffix of a rate limit's record. It is separate from the data's record, because either may last longer. */
const rateLimitSuffix = '/rate-limit';

/** Whether a moment is at most this many seconds ago. A moment in the future isn't: the clock was wrong. */
export function isWithin(moment: number, seconds: number): boolean {
  const age = Date.now() - moment;
  return age >= 0 && age < seconds * 1000;
}

/** The stored data if it is fresh and newer than `after`, or else an error for a stored rate limit that still lasts. */
export function readResult(
  name: string,
  { storage, maxAge }: RecordSettings,
  after = 0,
): TimestampedData | LookupError | undefined {
  const { fetchedAt = 0, data } = readRecord(storage, name) ?? {};
  if (fetchedAt > after && isWithin(fetchedAt, maxAge) && isObject(data)) return { fetchedAt, data };
  const { expiresAt } = readRecord(storage, name + rateLimitSuffix) ?? {};
  if (!expiresAt) return undefined;
  const retryAfter = rateLimitSeconds((expiresAt - Date.now()) / 1000);
  const message = 'Rate limited by the lookup service (429); see error.retryAfter.';
  return new LookupError('rate-limited', message, { status: 429, retryAfter });
}

/** Stores data while it is fresh, or a rate limit while it lasts. */
export function writeResult(
  name: string,
  { storage, maxAge }: RecordSettings,
  result: TimestampedData | LookupError,
): void {
  const write = (record: string, fetchedAt: number, seconds: number, data?: object) =>
    seconds && writeRecord(storage, record, { fetchedAt, expiresAt: fetchedAt + seconds * 1000, data });
  if (!(result instanceof LookupError)) write(name, result.fetchedAt, maxAge, result.data);
  else if (result.code === 'rate-limited')
    write(name + rateLimitSuffix, Date.now(), rateLimitSeconds(result.retryAfter));
}
