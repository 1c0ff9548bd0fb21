// Readiness is requested without credentials: anonymous callers must not reach the store each time.
import { expect, test } from "vitest";
import { sharedCheck } from "./health.ts";

test("all who wait for readiness share one question to the store, and the next ask again", async () => {
  let asked = 0;
  let takesChanges = true;
  const outcomes = [true, true, false];
  const check = sharedCheck({
    isReady: async () => {
      asked += 1;
      return outcomes.shift() ?? Promise.reject(new Error("away"));
    },
    db: { takesChanges: async () => takesChanges },
  });
  const waiting = Array.from({ length: 50 }, check);
  expect(new Set(await Promise.all(waiting))).toEqual(new Set(["ready"]));
  expect(asked).toBe(1);
  takesChanges = false;
  expect([await check(), await check(), await check()]).toEqual([
    "reads only",
    "unavailable",
    "unavailable",
  ]);
  expect(asked).toBe(4);
});
