// A map that is bounded evicts one entry at a time, the oldest.
import { expect, test } from "vitest";
import { evictOldest } from "./evict-oldest.ts";

test("the entry that was set first is evicted, beyond the most alone", () => {
  const map = new Map([
    [undefined, 1],
    ["", 2],
    ["b", 3],
  ]);
  evictOldest(map, 3);
  expect(map.size).toBe(3);
  evictOldest(map, 2);
  expect([...map.values()]).toEqual([2, 3]);
  evictOldest(map, 1);
  expect([...map.values()]).toEqual([3]);
});
