/** The stored records of a lookup: its data until it is stale, and the end of a rate limit. */
import { LookupError, rateLimitSeconds } from '../model/error.js';
import { isObject } from '../model/json.js';
import type { TimestampedData } from '../model/types.js';
import type { LookupRequest } from './request.js';
import type { CompleteSettings } from './settings.js';
import { readRecord, writeRecord } from './storage.js';

type RecordNames = Pick<LookupRequest, 'name' | 'limitName'>;
type RecordSettings = Pick<CompleteSettings, 'storage' | 'maxAge'>;

/** Whether a moment is at most this many seconds ago. A moment in the future isn't: the clock was wrong. */
export function isWithin(moment: number, seconds: number): boolean {
  const age = Date.now() - moment;
  return age >= 0 && age < seconds * 1000;
}

/** The stored data, if it is fresh and newer than `after`. */
export function readData(
  { name }: RecordNames,
  { storage, maxAge }: RecordSettings,
  after = 0,
): TimestampedData | undefined {
  const { fetchedAt = 0, data } = readRecord(storage, name) ?? {};
  return fetchedAt > after && isWithin(fetchedAt, maxAge) && isObject(data) ? { fetchedAt, data } : undefined;
}

/** An error for a stored rate limit that still lasts. */
export function readRateLimit(
  { limitName }: RecordNames,
  { storage }: RecordSettings,
): LookupError | undefined {
  const { expiresAt } = readRecord(storage, limitName) ?? {};
  if (!expiresAt) return undefined;
  const retryAfter = rateLimitSeconds((expiresAt - Date.now()) / 1000);
  const message = 'Rate limited by the lookup service (429); see error.retryAfter.';
  return new LookupError('rate-limited', message, { status: 429, retryAfter });
}

/** Stores data while it is fresh. Returns whether it is stored. */
export const writeData = (
  { name }: RecordNames,
  { storage, maxAge }: RecordSettings,
  { fetchedAt, data }: TimestampedData,
): boolean =>
  maxAge > 0 && writeRecord(storage, name, { fetchedAt, expiresAt: fetchedAt + maxAge * 1000, data });

/** Stores a rate limit while it lasts. */
export function writeRateLimit(
  { limitName }: RecordNames,
  { storage }: RecordSettings,
  { retryAfter }: LookupError,
): void {
  const fetchedAt = Date.now();
  const seconds = rateLimitSeconds(retryAfter);
  if (seconds) writeRecord(storage, limitName, { fetchedAt, expiresAt: fetchedAt + seconds * 1000 });
}
