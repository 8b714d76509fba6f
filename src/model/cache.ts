/** Maps of limited size, and values kept by object. */

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

/** What is kept for a key, made on first use. */
export function keptFor<Key, Value>(
  map: { get(key: Key): Value | undefined; set(key: Key, value: Value): unknown },
  key: Key,
  make: () => Value,
): Value {
  const value = map.get(key) ?? make();
  map.set(key, value);
  return value;
}
