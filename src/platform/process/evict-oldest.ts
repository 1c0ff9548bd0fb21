// Bounds caches and counters that are maps: a Map keeps its entries in the order in which they were set.

/** Evicts the entry that was set first, if the map has more than `most`. */
export function evictOldest<Key>(map: Map<Key, unknown>, most: number): void {
  if (map.size <= most) return;
  const [oldest] = map.keys();
  map.delete(oldest as Key);
}
