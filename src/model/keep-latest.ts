/** How many entries are kept in memory and in storage of whatever grows with input: the latest. */
export const MAX_ENTRIES = 64;

/** Puts a member at the end of a map, and removes the oldest. */
export function keepLatest<Key, Value>(
  map: Map<Key, Value>,
  key: Key,
  value: Value,
  latest = MAX_ENTRIES,
): Value {
  map.delete(key);
  map.set(key, value);
  for (const oldest of map.keys()) {
    if (map.size <= latest) break;
    map.delete(oldest);
  }
  return value;
}
