/**
 * The one way in for files that add something to a page: labels, countries, client hints, services and the guess. Such a
 * file pushes items into an array under a global symbol, before or after this package is loaded, and imports nothing. The
 * items stay in the array, so that every copy of the package reads all of them.
 */
import { notifyListeners } from './shared-state.js';

const key = Symbol.for('visitor-elements:extensions');

const FORMAT = 1;

const listeners = new Set<() => void>();
let watched: unknown[] | undefined;

/** The array, made on first use. */
export function extensionQueue(): unknown[] {
  const found: unknown = Reflect.get(globalThis, key);
  const items: unknown[] = Array.isArray(found) ? found : [];
  if (items !== found) Reflect.set(globalThis, key, items);
  return items;
}

/** The array, whose `push` notifies this copy of the package too. */
function watchedQueue(): unknown[] {
  const items = extensionQueue();
  if (items === watched) return items;
  watched = items;
  // Another copy may have replaced `push` already.
  const { push } = items;
  const pushAndNotify = (...added: unknown[]) => {
    const length = push.apply(items, added);
    notifyListeners({ listeners });
    return length;
  };
  // Not if the page has frozen the array.
  Reflect.set(items, 'push', pushAndNotify);
  return items;
}

/** The values of all items of a kind, in their order. */
export const extensions = (kind: string): unknown[] =>
  watchedQueue().flatMap((item) =>
    Array.isArray(item) && item[0] === kind && item[1] === FORMAT ? [item[2]] : [],
  );

export function extend(kind: string, value: unknown): void {
  watchedQueue().push([kind, FORMAT, value]);
}

export function onExtension(listener: () => void): void {
  watchedQueue();
  listeners.add(listener);
}
