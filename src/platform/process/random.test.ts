// Random bytes: as many as requested, each given out once.
import { expect, test } from "vitest";
import { openRandom } from "./random.ts";

test("as many random bytes are drawn as requested, and none is given out twice", () => {
  const random = openRandom();
  const drawn = Array.from({ length: 2_000 }, () => random(12));
  expect(drawn.every((bytes) => bytes.length === 12)).toBe(true);
  expect(new Set(drawn.map((bytes) => Buffer.from(bytes).toString("hex"))).size).toBe(2_000);
  expect(random(10_000)).toHaveLength(10_000);
  expect(Buffer.from(random(0))).toHaveLength(0);
});

test("bytes already given out do not change when the pool is refilled", () => {
  const random = openRandom();
  const first = random(32);
  const copy = Buffer.from(first);
  for (let times = 0; times < 300; times += 1) random(32);
  expect(Buffer.from(first).equals(copy)).toBe(true);
});
