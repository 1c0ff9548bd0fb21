// What ends soon waits longer each time.
import { expect, test } from "vitest";
import { openBackOff } from "./back-off.ts";

test("the pause begins with the shortest, doubles up to the longest, and begins anew after a while", () => {
  const pauseAfter = openBackOff();
  expect([0, 9_999, 0, 0, 0, 0, 0, 0].map(pauseAfter)).toEqual([
    ...[100, 200, 400, 800, 1_600, 3_200, 5_000, 5_000],
  ]);
  expect([10_000, 0, 20_000].map(pauseAfter)).toEqual([100, 200, 100]);
});

test("each has its own pause", () => {
  const [one, other] = [openBackOff(), openBackOff()];
  expect([one(0), one(0), other(0)]).toEqual([100, 200, 100]);
});
