// Checks that every row of the engines' bench still runs; its speed is for the bench to measure.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Decimal } from "@bursar/values/decimal";
import { places, unitsOf } from "@bursar/values/units";
import { expect, test } from "vitest";
import { rows } from "./rows.ts";
import { median, type RowResult } from "./table.ts";
import { trades } from "./trades.ts";

const main = join(import.meta.dirname, "../main.ts");

function bench(...args: readonly string[]) {
  return spawnSync(process.execPath, [main, ...args], { encoding: "utf8" });
}

test("every row runs on a little, and is in the table and in the file", {
  timeout: 300_000,
}, () => {
  const folder = mkdtempSync(join(tmpdir(), "bursar-bench-"));
  const file = join(folder, "results.json");
  const { status, stdout, stderr } = bench("engines", "--quick", "--json", file);
  expect(status, stderr).toBe(0);
  const { results } = JSON.parse(readFileSync(file, "utf8")) as { results: RowResult[] };
  rmSync(folder, { recursive: true });
  expect(results.map(({ name }) => name)).toEqual(rows.map(({ name }) => name));
  for (const { name, counts } of results) {
    expect(stdout).toContain(name);
    expect(Object.values(counts).some((count) => count > 0)).toBe(true);
  }
});

test("a name that matches no part or row is reported", () => {
  expect(bench("engine")).toMatchObject({ status: 2, stderr: expect.stringContaining("engines") });
  const noRow = bench("engines", "--only", "nothing of the kind");
  expect(noRow).toMatchObject({ status: 2, stderr: expect.stringContaining("FIFO") });
});

test("the same sizes give the same trades, which never sell more than is held", () => {
  const size = { trades: 500, securities: 3, areOdd: true };
  const drawn = trades(size);
  expect(trades(size)).toEqual(drawn);
  const held = new Map<string, bigint>();
  for (const fact of drawn) {
    const { kind, security, shares } = fact as { kind: string; security: string; shares: Decimal };
    const traded = unitsOf(shares, places.shares);
    const after = (held.get(security) ?? 0n) + (kind === "buy" ? traded : -traded);
    expect(after).toBeGreaterThanOrEqual(0n);
    held.set(security, after);
  }
});

test("trades are of round lots, and on demand of odd lots and fractions of a share", () => {
  const kindOf = ({ shares }: { shares: string }) =>
    shares.includes(".") ? "fraction" : /00$/.test(shares) ? "round" : "odd";
  const drawn = trades({ trades: 5000, securities: 5, areOdd: true }) as readonly {
    shares: string;
  }[];
  const { round = [], odd = [], fraction = [] } = Object.groupBy(drawn, kindOf);
  expect(
    trades({ trades: 500, securities: 5 }).every((each) => kindOf(each as never) === "round"),
  ).toBe(true);
  expect(round.length).toBeGreaterThan(2000);
  expect(Math.min(odd.length, fraction.length)).toBeGreaterThan(500);
});

test("a median is the middle, or between the middle two", () => {
  expect(median([3, 1, 2])).toBe(2);
  expect(median([4, 1, 3, 2])).toBe(2.5);
  expect(median([7])).toBe(7);
});
