/**
 * What is kept beyond the page: records, each with its end, and the visitor's own choice. Storage may be blocked, full or
 * hold anything: nothing here throws.
 */
import { parseObject } from '../model/json.js';
import { LATEST } from '../model/keep-latest.js';
import type { CheckedSettings } from './settings.js';

const prefix = 'visitor-elements/';
const areas = { session: 'sessionStorage', local: 'localStorage' } as const;
const kinds = ['session', 'local'] as const;

export type StorageName = CheckedSettings['storage'];

/** The name of the visitor's own choice, which has no end; all else is a record. */
export const CHOICE = 'choice';

/** What is stored for a time. */
export interface StoredRecord {
  /** When it came, and its end, in milliseconds since 1970. */
  readonly at: number;
  readonly until: number;
  readonly data?: unknown;
  readonly attributes?: unknown;
}

/** Whether a record is valid now. One from the future was written by a wrong clock, one without times is junk. */
function holds(record: object | undefined): record is StoredRecord {
  const { at, until }: { at?: unknown; until?: unknown } = record ?? {};
  const now = Date.now();
  return typeof at === 'number' && typeof until === 'number' && at > 0 && at <= now && now < until;
}

/** Runs a task on a storage area, where there is one. */
function on<Result>(name: StorageName, task: (area: Storage) => Result): Result | undefined {
  try {
    return name === 'none' ? undefined : task(globalThis[areas[name]]);
  } catch {
    return undefined; // The page works without storage.
  }
}

function onEach(task: (area: Storage) => void): void {
  for (const kind of kinds) on(kind, task);
}

const namesIn = (area: Storage) => Object.keys(area).filter((name) => name.startsWith(prefix));

let isSwept = false;

/**
 * The object stored under a name, frozen; `undefined` where there is none. After the first call, records that have ended are
 * removed, in the other storage too, which the page may have used before: a lookup need not wait until that is opened.
 */
export function readStored(storage: StorageName, name: string): Record<string, unknown> | undefined {
  if (!isSwept) setTimeout(onEach, 0, sweep);
  isSwept = true;
  return on(storage, (area) => parseObject(area.getItem(prefix + name)));
}

/** The record stored under a name, if it is valid. */
export function readRecord(storage: StorageName, name: string): StoredRecord | undefined {
  const record = readStored(storage, name);
  return holds(record) ? record : undefined;
}

/** Stores a record, and removes those that ended. */
export function writeRecord(storage: StorageName, name: string, record: StoredRecord): void {
  on(storage, (area) => area.setItem(prefix + name, JSON.stringify(record)));
  on(storage, sweep);
}

/** Stores an object that has no end; `undefined` removes what is stored. */
export function writeStored(storage: StorageName, name: string, value: object | undefined): void {
  on(storage, (area) =>
    value ? area.setItem(prefix + name, JSON.stringify(value)) : area.removeItem(prefix + name),
  );
}

/** Removes records that are not valid any more, and of the others all but the latest. */
function sweep(area: Storage): void {
  const ends = new Map<string, number>();
  for (const name of namesIn(area).filter((name) => name !== prefix + CHOICE)) {
    const record = parseObject(area.getItem(name));
    if (holds(record)) ends.set(name, record.at);
    else area.removeItem(name);
  }
  const oldest = [...ends].sort(([, a], [, b]) => b - a).slice(LATEST);
  for (const [name] of oldest) area.removeItem(name);
}

/** Removes everything that the package stored for this web origin. */
export function clearStored(): void {
  onEach((area) => {
    for (const name of namesIn(area)) area.removeItem(name);
  });
}
