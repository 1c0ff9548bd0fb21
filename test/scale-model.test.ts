// The model of docs/scale.md: which step a firm needs, what bounds it, and that it predicts the sizes
// that were measured and that it was not made from.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { ScaleFigures, SizeFigures } from "../bench/scale/figures.ts";
import {
  costsOf,
  type Day,
  needOf,
  ordinaryDay,
  predict,
  usualMachine,
} from "../scripts/scale-model.ts";
import { root } from "./source-files.ts";

const figures = JSON.parse(readFileSync(join(root, "docs/scale.json"), "utf8")) as ScaleFigures;
const costs = costsOf(figures);
const need = (accounts: number, day: Partial<Day> = {}, machine = usualMachine) =>
  needOf(costs, { accounts, day: { ...ordinaryDay, ...day }, machine }, figures.spread);
const sumOf = (bytes: SizeFigures["bytes"]) =>
  Object.values(bytes).reduce((sum, each) => sum + each, 0);

test.each([
  [3_000, "one process"],
  [3_000_000, "one process"],
  [10_000_000, "several processes"],
  [20_000_000, "a cluster"],
  [100_000_000, "cells"],
] as const)("a firm of %i accounts needs %s", (accounts, step) => {
  expect(need(accounts).step).toBe(step);
});

describe("what bounds", () => {
  test("requests that fill the store's server need a cluster, or cells", () => {
    const day = { ...ordinaryDay, reads: 0, changes: 800 };
    const machine = { ...usualMachine, diskBytes: Number.MAX_VALUE };
    const question = { accounts: 1_000_000, day, machine };
    // The coordinator spends more on a change than one server does; with less, a cluster would do.
    const { step, why } = needOf(costs, question, figures.spread);
    expect([step, why]).toEqual(["cells", "every request passes the one coordinator"]);
    const [one] = figures.sizes as [SizeFigures];
    const halved = (us = 0) => ({ service: us, store: [us / 2, us / 2], ms: 1 });
    const alone = { read: 1, change: 1 };
    const spread = { read: halved(one.read.store[0]), change: halved(one.change.store[0]), alone };
    const other = needOf(costs, question, { one: { ...one, alone }, spread });
    expect([other.step, other.why]).toEqual(["a cluster", "requests fill a server"]);
  });

  test("a larger disk puts off the cluster", () => {
    const machine = { ...usualMachine, diskBytes: usualMachine.diskBytes * 10 };
    expect(need(20_000_000).why).toBe("bytes fill a disk");
    expect(need(20_000_000, {}, machine).step).toBe("several processes");
  });

  test("a night that is too short divides the accounts", () => {
    const { nightHours, cellsOfNight } = need(30_000_000);
    expect(nightHours).toBeGreaterThan(ordinaryDay.hoursOfNight);
    expect(cellsOfNight).toBe(2);
    expect(need(30_000_000, { hoursOfNight: 12 }).cellsOfNight).toBe(1);
  });
});

test("needs grow with accounts, requests and years, and fall with processors", () => {
  const one = need(1_000_000);
  const two = need(2_000_000);
  expect(two.serviceProcessors / one.serviceProcessors).toBeCloseTo(2);
  expect(two.readsPerSecond / one.readsPerSecond).toBeCloseTo(2);
  expect(need(1_000_000, { years: 14 }).bytes / one.bytes).toBeGreaterThan(1.8);
  const changing = need(1_000_000, { changes: 2 });
  expect(changing.changeProcessors / one.changeProcessors).toBeCloseTo(10);
  expect(changing.bytes).toBeGreaterThan(one.bytes);
});

test("bytes of the sizes that it has not seen are predicted within five in a hundred", () => {
  const others = figures.sizes.slice(2);
  expect(others.length).toBeGreaterThanOrEqual(3);
  for (const { accounts, bytes } of others) {
    const ratio = predict(costs, accounts).bytes / sumOf(bytes);
    expect(ratio, String(accounts)).toBeGreaterThan(0.95);
    expect(ratio, String(accounts)).toBeLessThan(1.05);
  }
});

test("one size alone is no line", () => {
  expect(() => costsOf({ ...figures, sizes: figures.sizes.slice(0, 1) })).toThrow("two sizes");
});
