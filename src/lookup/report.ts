/** What the page's author is told on the console. */

/** How many entries are kept in memory and in storage of whatever grows with input: the latest. */
export const LATEST = 64;

/** Puts a member at the end of a map, and removes the oldest. */
export function keepLatest<Key, Value>(map: Map<Key, Value>, key: Key, value: Value, latest = LATEST): Value {
  map.delete(key);
  map.set(key, value);
  for (const oldest of map.keys()) {
    if (map.size <= latest) break;
    map.delete(oldest);
  }
  return value;
}

const reported = new Map<string, true>();

/** Prints a message on the console, the same one once only. */
export function report(message: string): void {
  if (!reported.has(message)) console.warn(`visitor-elements: ${message}`);
  keepLatest(reported, message, true);
}

/** Calls a listener. An error that it throws is reported, and does not keep other listeners from being called. */
export function safely(listener: () => void): void {
  try {
    listener();
  } catch (error) {
    (globalThis.reportError ?? console.error)(error);
  }
}
