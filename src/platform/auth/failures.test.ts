// How failed credentials are counted by address.
import { expect, test } from "vitest";
import { countFailedCredentials, failuresPerMinute } from "./failures.ts";

const start = Date.parse("2026-03-02T15:00:00Z");
const at = (ms: number) => new Date(start + ms);

test("the twenty-first failure within a minute is one too many, and each after it", () => {
  const failures = countFailedCredentials();
  const results = Array.from({ length: 25 }, (_, place) => failures.note("a", at(place)));
  expect(results.indexOf(true)).toBe(failuresPerMinute);
  expect(results.slice(failuresPerMinute)).toEqual([true, true, true, true, true]);
});

test("the count starts again a minute after the first failure", () => {
  const failures = countFailedCredentials();
  for (let count = 0; count < 30; count += 1) failures.note("a", at(count));
  expect(failures.note("a", at(59_999))).toBe(true);
  expect(failures.note("a", at(60_000))).toBe(false);
});

test("a clock that is set back does not lock an address out", () => {
  const failures = countFailedCredentials();
  for (let count = 0; count < 30; count += 1) failures.note("a", at(0));
  expect(failures.note("a", at(-1))).toBe(false);
});

test("addresses are counted separately, and among very many the one longest quiet is forgotten", () => {
  const failures = countFailedCredentials();
  for (let count = 0; count < 20; count += 1) failures.note("first", at(0));
  for (let count = 0; count < 20; count += 1) failures.note("second", at(0));
  for (let other = 0; other < 9_999; other += 1) failures.note(`other ${other}`, at(1));
  expect(failures.note("first", at(2))).toBe(false);
  expect(failures.note("other 9998", at(2))).toBe(false);
});
