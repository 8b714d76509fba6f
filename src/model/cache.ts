/** Values that are kept by their key, in memory of limited size. */

/** The maximum number of entries in memory and in storage for anything that grows with input. */
export const MAX_ENTRIES = 64;

/** What is kept for a key, made on first use. A `Map` with too many entries loses its oldest ones. */
export function keptFor<Key, Value>(
  map: { get(key: Key): Value | undefined; set(key: Key, value: Value): unknown },
  key: Key,
  make: () => Value,
): Value {
  const kept = map.get(key);
  if (kept !== undefined) return kept;
  const value = make();
  map.set(key, value);
  if (map instanceof Map && map.size > MAX_ENTRIES) map.delete(map.keys().next().value);
  return value;
}
