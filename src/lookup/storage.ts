/** What outlives the page. Storage may be blocked, full or filled by others: nothing here throws. */
import { LATEST } from './bounded.js';
import { numberOf, parseObject } from './json.js';

const anyVersion = 'visitor-elements/';
const prefix = `${anyVersion}2/`;
/** The visitor's own choice; all else is a record with an end. */
export const CHOICE = 'choice';

export type StorageName = 'session' | 'local' | 'none';

const areas = { session: () => globalThis.sessionStorage, local: () => globalThis.localStorage };
const names = ['session', 'local'] as const;

/** Runs a task on a storage area, where there is one. */
function on<Result>(name: StorageName, task: (area: Storage) => Result): Result | undefined {
  try {
    return name === 'none' ? undefined : task(areas[name]());
  } catch {
    return undefined; // The page works without.
  }
}

const ours = (area: Storage) => Object.keys(area).filter((key) => key.startsWith(anyVersion));

/** Removes records that ended, in this storage; in a page in the other one too, which it may have used before. */
export function sweepStored(storage: StorageName): void {
  for (const name of names) if (name === storage || globalThis.document) on(name, sweep);
}

function sweep(area: Storage): void {
  const now = Date.now();
  const records = ours(area)
    .filter((key) => key !== prefix + CHOICE)
    .map((key) => {
      const { at: told, until } = parseObject(area.getItem(key)) ?? {};
      const at = numberOf(told);
      const isOwn = key.startsWith(prefix);
      // What has no beginning or end is junk, or another version's; what is from the future, a wrong clock's.
      const end = isOwn || typeof until === 'number' ? numberOf(until) : Infinity;
      return { key, isOwn, at, until: at > now || (isOwn && !at) ? 0 : end };
    })
    .sort((a, b) => b.at - a.at);
  for (const [place, { key, isOwn, until }] of records.entries())
    if (until <= now || (place >= LATEST && isOwn)) area.removeItem(key);
}

/** The record that this page found or stored last. */
let held: { storage: StorageName; name: string; until?: unknown } | undefined;

/** Whether a record is gone that should be there: then somebody took back their consent. */
export function isTakenAway(): boolean {
  if (!held || !(numberOf(held.until) > Date.now())) return false;
  const key = prefix + held.name;
  return on(held.storage, (area) => area.getItem(key) === null) ?? false;
}

/** The object stored under a name; `undefined` where there is none. */
export function readStored(storage: StorageName, name: string): Record<string, unknown> | undefined {
  const found = on(storage, (area) => parseObject(area.getItem(prefix + name)));
  if (found?.until) held = { storage, name, until: found.until };
  return found;
}

/** Stores an object under a name; `undefined` removes it. `until`: its end, in milliseconds since 1970. */
export function writeStored(
  storage: StorageName,
  name: string,
  value: (object & { until?: number }) | undefined,
): void {
  on(storage, (area) => {
    if (value === undefined) return area.removeItem(prefix + name);
    area.setItem(prefix + name, JSON.stringify(value));
    if (value.until) held = { storage, name, until: value.until };
    sweep(area);
  });
}

/** Removes everything that any version of the package stored for this web origin. */
export function forgetStored(): void {
  for (const name of names)
    on(name, (area) => {
      for (const key of ours(area)) area.removeItem(key);
    });
}
