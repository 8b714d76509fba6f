/** What outlives the page. Storage may be blocked, full or filled by others: nothing here throws. */
import { parseObject } from './json.js';

const prefix = 'visitor-elements/1/';

export type StorageName = 'session' | 'local' | 'none';

function area(name: StorageName): Storage | undefined {
  return {
    session: () => globalThis.sessionStorage,
    local: () => globalThis.localStorage,
    none: () => undefined,
  }[name]();
}

/** The object stored under a name; `undefined` where there is none. */
export function readStored(storage: StorageName, name: string): Record<string, unknown> | undefined {
  try {
    return parseObject(area(storage)?.getItem(prefix + name) ?? '');
  } catch {
    return undefined;
  }
}

/** Stores an object under a name; `undefined` removes it. */
export function writeStored(storage: StorageName, name: string, value: object | undefined): void {
  try {
    if (value === undefined) area(storage)?.removeItem(prefix + name);
    else area(storage)?.setItem(prefix + name, JSON.stringify(value));
  } catch {
    // The page works without.
  }
}

/** Removes everything that any version of the package stored for this web origin. */
export function forgetStored(): void {
  for (const name of ['session', 'local'] as const) {
    try {
      const stored = area(name);
      for (const key of Object.keys(stored ?? {}))
        if (key.startsWith('visitor-elements/')) stored?.removeItem(key);
    } catch {
      // Blocked storage holds nothing to forget.
    }
  }
}
