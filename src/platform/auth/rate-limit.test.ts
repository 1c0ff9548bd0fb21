// How many requests an API user may send.

import type { Id } from "@bursar/values/ids";
import { describe, expect, test } from "vitest";
import { limitRate } from "./rate-limit.ts";

const user = "5001" as Id;
const other = "5002" as Id;
const start = Date.parse("2026-03-02T15:00:00Z");
const later = (ms: number) => new Date(start + ms);
const at = (seconds: number) => later(seconds * 1_000);

function takeMany(rate: ReturnType<typeof limitRate>, count: number, now: Date): number {
  return Array.from({ length: count }, () => rate.take(user, now)).filter((wait) => !wait).length;
}

describe("the rate of an API user", () => {
  test("allows a burst of twice the rate and no more", () => {
    expect(takeMany(limitRate(10), 50, later(0))).toBe(20);
  });

  test("refills by the clock, up to the burst", () => {
    const rate = limitRate(10);
    takeMany(rate, 20, later(0));
    expect(takeMany(rate, 50, later(500))).toBe(5);
    expect(takeMany(rate, 50, later(60_000))).toBe(20);
  });

  test("sustains the rate indefinitely", () => {
    const rate = limitRate(10);
    takeMany(rate, 20, later(0));
    const waits = Array.from({ length: 1_000 }, (_, turn) =>
      rate.take(user, later(turn * 100 + 100)),
    );
    expect(waits.every((wait) => wait === undefined)).toBe(true);
  });

  test("gives the whole seconds after which a request may be sent", () => {
    const rate = limitRate(1);
    takeMany(rate, 2, later(0));
    expect(rate.take(user, later(0))).toBe(1);
    expect(rate.take(user, later(900))).toBe(1);
    expect(rate.take(user, later(1_000))).toBeUndefined();
  });

  test("is counted for each user separately", () => {
    const rate = limitRate(1);
    takeMany(rate, 5, later(0));
    expect(rate.take(other, later(0))).toBeUndefined();
  });

  test("goes on after the clock was set back", () => {
    const rate = limitRate(10);
    takeMany(rate, 20, later(0));
    expect(rate.take(user, later(-3_600_000))).toBe(1);
    expect(takeMany(rate, 50, later(-3_599_000))).toBe(10);
  });

  test("is reported with what is left, without taking any", () => {
    const rate = limitRate(10);
    expect([rate.policy, rate.left(user, later(0))]).toEqual([
      '"api-user";q=20;w=2',
      '"api-user";r=20;t=1',
    ]);
    takeMany(rate, 5, later(0));
    expect(rate.left(user, later(0))).toBe('"api-user";r=15;t=1');
    expect(rate.left(user, later(0))).toBe('"api-user";r=15;t=1');
    expect(rate.left(user, later(160))).toBe('"api-user";r=16;t=1');
    expect(rate.left(other, later(0))).toBe('"api-user";r=20;t=1');
    rate.charge(user, { bytes: 50 * 65_536, milliseconds: 0 }, later(0));
    expect(rate.left(user, later(0))).toBe(`"api-user";r=0;t=${rate.wait(user, later(0))}`);
    expect(rate.left(user, later(60_000))).toBe('"api-user";r=20;t=1');
    expect([limitRate(0).policy, limitRate(0).left(user, later(0))]).toEqual([
      undefined,
      undefined,
    ]);
  });

  test("is not limited by 0", () => {
    expect(takeMany(limitRate(0), 5_000, later(0))).toBe(5_000);
  });
});

describe("what a request has cost", () => {
  const free = { bytes: 65_535, milliseconds: 0.9 };

  test("is taken from the bucket of its user: a token for each 64 KiB and each millisecond", () => {
    const rates = limitRate(10);
    rates.charge(user, { bytes: 4 * 65_536, milliseconds: 15.7 }, at(0));
    expect(rates.take(user, at(0))).toBeUndefined(); // 20 − 4 − 15 = 1
    expect(rates.take(user, at(0))).toBe(1);
    expect(rates.take(other, at(0))).toBeUndefined();
  });

  test("is nothing for a small one", () => {
    const rates = limitRate(10);
    for (let turn = 0; turn < 20; turn += 1) {
      rates.charge(user, free, at(0));
      expect(rates.take(user, at(0))).toBeUndefined();
    }
    expect(rates.take(user, at(0))).toBe(1);
  });

  test("never makes its user wait for more than a burst and a token", () => {
    const rates = limitRate(10);
    rates.charge(user, { bytes: 0, milliseconds: 1_000_000 }, at(0));
    expect(rates.wait(user, at(0))).toBe(3); // (20 + 1) ÷ 10, rounded up
    expect(rates.wait(user, at(2.0))).toBe(1);
    expect(rates.take(user, at(2.1))).toBeUndefined();
  });

  test("is not counted without a limit", () => {
    const rates = limitRate(0);
    rates.charge(user, { bytes: 1e9, milliseconds: 1e9 }, at(0));
    expect(rates.take(user, at(0))).toBeUndefined();
  });
});

test("waiting takes no token", () => {
  const rates = limitRate(1);
  for (let turn = 0; turn < 5; turn += 1) expect(rates.wait(user, at(0))).toBeUndefined();
  expect([rates.take(user, at(0)), rates.take(user, at(0))]).toEqual([undefined, undefined]);
  expect(rates.wait(user, at(0))).toBe(1);
});
