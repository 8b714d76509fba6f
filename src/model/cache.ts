/** The bounds of what grows with input: a page may use any number of languages and values, and print any number of messages. */

/** The maximum number of entries in memory and in storage for anything that grows with input. */
export const MAX_ENTRIES = 64;

/** Adds an entry at the end of a map, and removes the oldest if there are too many. */
export function keepLatest<Key, Value>(
  map: Map<Key, Value>,
  key: Key,
  value: Value,
  max = MAX_ENTRIES,
): Value {
  map.delete(key);
  map.set(key, value);
  for (const oldest of map.keys()) {
    if (map.size <= max) break;
    map.delete(oldest);
  }
  return value;
}
