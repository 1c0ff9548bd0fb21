// The days of a command are given in either of two forms, and never in both.
import type { Day } from "@bursar/values/dates";
import { expect, test } from "vitest";
import { daysGiven } from "./day-range.ts";

const [from, to] = ["2026-01-02", "2026-03-31"] as [Day, Day];

test.each([
  [
    { from, to },
    { from, to },
  ],
  [{ range: `${from},${to}` }, { from, to }],
  [{ range: `${to},${to}` }, { from: to, to }],
  [{ from }, { from, to: undefined }],
  [{}, { from: undefined, to: undefined }],
])("%j are the days %j", (given, days) => {
  expect(daysGiven(given)).toEqual(days);
});

test.each([
  [{ from: to, to: from }, "--from is after --to"],
  [{ range: `${to},${from}` }, "--range is two ISO 8601 dates"],
  [{ range: from }, "--range is two ISO 8601 dates"],
  [{ range: `${from},${to},${to}` }, "--range is two ISO 8601 dates"],
  [{ range: `${from},31.3.2026` }, "--range is two ISO 8601 dates"],
  [{ range: `${from},${to}`, to }, "--range does not go with --from and --to"],
])("%j are refused: %s", (given, reason) => {
  expect(() => daysGiven(given)).toThrow(reason);
});
