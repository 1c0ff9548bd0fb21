// Bounds caches and counters that are maps: a Map keeps its entries in the order in which they were set.

/** Evicts the entry that was set first, if the map has more than `most`. */
export function evictOldest<Key>(map: Map<Key, unknown>, most: number): void {
  const [oldest] = map.keys();
  if (map.size > most) map.delete(oldest as Key);
}
