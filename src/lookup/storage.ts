/** What outlives the page: records with an end, and the override. Nothing throws if storage is blocked, full or foreign. */

import { MAX_ENTRIES } from '../model/cache.js';
import { LookupError, rateLimitSeconds } from '../model/error.js';
import { isObject, parseObject } from '../model/json.js';
import type { CompleteSettings, TimestampedData } from '../model/types.js';
import { documentProperty } from './document.js';
import type { LookupRequest } from './request.js';

export const prefix = 'visitor-elements/';
export const areas = ['session', 'local'] as const;

export type AreaName = CompleteSettings['storage'];

/** The name of the stored override, which has no end. Everything else is a record. */
export const OVERRIDE = 'override';

interface StoredRecord {
  /** When the request was sent, and the record's end, in milliseconds since 1970. */
  readonly fetchedAt: number;
  readonly expiresAt: number;
  readonly data?: unknown;
  readonly attributes?: unknown;
}

/** Runs a task on a storage area, in pages only: in Node 26 and Deno, all requests to a server share one storage. */
export function withArea<Result>(name: AreaName, task: (area: Storage) => Result): Result | undefined {
  try {
    const area = documentProperty('defaultView')?.[`${name}Storage` as 'localStorage'];
    return area && task(area);
  } catch {
    return undefined; // The page works without storage.
  }
}

/** The names in an area, without the prefix. `undefined` if the area is blocked. */
export const namesIn = (area: AreaName): string[] | undefined =>
  withArea(area, (storage) =>
    Object.keys(storage).flatMap((name) => (name.startsWith(prefix) ? name.slice(prefix.length) : [])),
  );

/** The object stored under a name, frozen. `undefined` if there is none. */
export const readStored = (area: AreaName, name: string): Record<string, unknown> | undefined =>
  withArea(area, (storage) => parseObject(storage.getItem(prefix + name)));

/** The record of a name, if it is valid now. A record from the future was written with a wrong clock. */
function readRecord(area: AreaName, name: string): StoredRecord | undefined {
  const record = readStored(area, name) as StoredRecord | undefined;
  const { fetchedAt = 0, expiresAt = 0 } = record ?? {};
  const now = Date.now();
  const areNumbers = [fetchedAt, expiresAt].every(Number.isFinite);
  return areNumbers && 0 < fetchedAt && fetchedAt <= now && now < expiresAt ? record : undefined;
}

/** Stores an object without an end. `undefined` removes the stored object. Returns `true` if the storage accepted it. */
export const writeStored = (area: AreaName, name: string, value: object | undefined): true | undefined =>
  withArea(area, (storage) => {
    if (value) storage.setItem(prefix + name, JSON.stringify(value));
    else storage.removeItem(prefix + name);
    return true;
  });

/** Stores a record. A later task removes expired ones of both areas. `true` if the storage accepted the record. */
export function writeRecord(area: AreaName, name: string, record: StoredRecord): true | undefined {
  setTimeout(() => areas.forEach(sweep));
  return writeStored(area, name, record);
}

/** Removes expired records, and all others but the latest. */
function sweep(area: AreaName): void {
  const ended = (namesIn(area) ?? [])
    .filter((name) => name !== OVERRIDE)
    .map((name) => ({ name, fetchedAt: readRecord(area, name)?.fetchedAt ?? 0 }))
    .sort((a, b) => b.fetchedAt - a.fetchedAt)
    .filter(({ fetchedAt }, index) => !fetchedAt || index >= MAX_ENTRIES);
  for (const { name } of ended) writeStored(area, name, undefined);
}

export function clearStored(): void {
  for (const area of areas) for (const name of namesIn(area) ?? []) writeStored(area, name, undefined);
}

/** Whether a moment is at most this many seconds ago. A moment in the future isn't: the clock was wrong. */
export function isWithin(moment: number, seconds: number): boolean {
  const age = Date.now() - moment;
  return age >= 0 && age < seconds * 1000;
}

/** The stored data, if it is fresh and newer than `after`. */
export function readData(
  { name }: LookupRequest,
  { storage, maxAge }: CompleteSettings,
  after = 0,
): TimestampedData | undefined {
  const { fetchedAt = 0, data } = readRecord(storage, name) ?? {};
  return fetchedAt > after && isWithin(fetchedAt, maxAge) && isObject(data) ? { fetchedAt, data } : undefined;
}

/** An error for a stored rate limit that still lasts. */
export function readRateLimit(
  { limitName }: LookupRequest,
  { storage }: CompleteSettings,
): LookupError | undefined {
  const { expiresAt } = readRecord(storage, limitName) ?? {};
  if (!expiresAt) return undefined;
  const retryAfter = rateLimitSeconds((expiresAt - Date.now()) / 1000);
  const message = 'Rate limited by the lookup service (429); see error.retryAfter.';
  return new LookupError('rate-limited', message, { status: 429, retryAfter });
}

/** Stores a rate limit while it lasts. */
export function writeRateLimit(
  { limitName }: LookupRequest,
  { storage }: CompleteSettings,
  { retryAfter }: LookupError,
): void {
  const fetchedAt = Date.now();
  const expiresAt = fetchedAt + rateLimitSeconds(retryAfter) * 1000;
  // One that is over already would replace another's.
  if (expiresAt > fetchedAt) writeRecord(storage, limitName, { fetchedAt, expiresAt });
}
