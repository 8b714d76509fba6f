/**
 * The one way in for files that add something to a page: labels, countries, client hints, services and the guess. Such a
 * file imports nothing. It pushes items `[kind, 1, value]` into an array under a global symbol. They stay in it, for
 * every copy of the package.
 */
import { callSafely } from './shared-state.js';

const key = Symbol.for('visitor-elements:extensions');

/** The array, made on first use. */
export function extensionQueue(): unknown[] {
  const found = (globalThis as { [key]?: unknown })[key];
  const items: unknown[] = Array.isArray(found) ? found : [];
  Reflect.set(globalThis, key, items);
  return items;
}

/** The values of all items of a kind, in their order. */
export const extensions = (kind: string): unknown[] =>
  extensionQueue().flatMap((item) =>
    Array.isArray(item) && item[0] === kind && item[1] === 1 ? [item[2]] : [],
  );

/** The function of a kind that counts: the last one. */
export function lastFunction<F extends (...given: never[]) => unknown>(kind: string): F | undefined {
  const last = extensions(kind).at(-1);
  return typeof last === 'function' ? (last as F) : undefined;
}

/** Calls a listener after each push. Another copy of the package may have replaced `push` already. */
export function onExtension(listener: () => void): void {
  const items = extensionQueue();
  const { push } = items;
  const pushAndNotify = (...added: unknown[]) => {
    const length = push.apply(items, added);
    callSafely(listener);
    return length;
  };
  // Not if the page has frozen the array.
  Reflect.set(items, 'push', pushAndNotify);
}
