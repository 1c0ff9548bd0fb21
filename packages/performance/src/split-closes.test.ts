// Closes over splits, worked by hand. (docs/performance.md, 5)
import { expect, test } from "vitest";
import type { Day } from "../../values/src/dates.ts";
import type { Decimal } from "../../values/src/decimal.ts";
import { divide } from "./chain.ts";
import { acrossSplits } from "./split-closes.ts";

const close = (on: string, price: bigint) => ({ on: on as Day, close: price });
const split = (exOn: string, ratioNew: string, ratioOld = "1") => ({
  exOn: exOn as Day,
  ratioNew: ratioNew as Decimal,
  ratioOld: ratioOld as Decimal,
});

/** Each close / the first − 1, in units of 10^-5 percent. */
function returnsOf(closes: ReturnType<typeof acrossSplits>): bigint[] {
  const first = closes[0]?.close ?? 1n;
  return closes.map((each) => divide((each.close - first) * 10n ** 7n, first));
}

test("a close is multiplied by new / old of the splits since the last", () => {
  const closes = [close("2026-06-01", 63_000_000n), close("2026-06-02", 21_600_000n)];
  // 21.60 × 3 / 63.00 − 1
  expect(returnsOf(acrossSplits(closes, [split("2026-06-02", "3")]))).toEqual([0n, 285_714n]);
  expect(returnsOf(closes)[1]).toBe(-6_571_429n);
});

test("a split on the first close's day or before has happened, one of a day without a close counts next", () => {
  const closes = [close("2026-06-01", 60n), close("2026-06-04", 30n), close("2026-06-05", 90n)];
  expect(acrossSplits(closes, [split("2026-06-01", "3"), split("2026-05-01", "2")])).toBe(closes);
  const splits = [split("2026-06-05", "1", "3"), split("2026-06-02", "2")];
  expect(returnsOf(acrossSplits(closes, splits))).toEqual([0n, 0n, 0n]); // 30 × 2; 90 × 2 / 3
  expect(acrossSplits([], splits)).toEqual([]);
});
