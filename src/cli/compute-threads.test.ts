// Checks that batches are reported in order, whichever thread is quicker.
import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import type { ComputedAccount } from "../brokerage/books/recompute/compute-account.ts";
import { inOrder } from "./compute-threads.ts";

async function* batches(count: number) {
  for (let at = 1; at <= count; at += 1) yield [`R${at}`];
}

const computed = (accounts: readonly string[]) =>
  accounts.map((accountNumber) => ({ accountNumber }) as ComputedAccount);

async function compute(accounts: readonly string[]) {
  await delay(accounts[0] === "R1" ? 30 : 1);
  return computed(accounts);
}

test("a slow batch holds back those after it, so that every batch up to the last one reported is done", async () => {
  const done = await Array.fromAsync(inOrder(batches(5), { atOnce: 3, compute }, () => false));
  expect(done.flat().map(({ accountNumber }) => accountNumber)).toEqual([
    "R1",
    "R2",
    "R3",
    "R4",
    "R5",
  ]);
});

test("once stopped it begins no batch, and reports those already begun", async () => {
  const begun: string[] = [];
  const counted = (accounts: readonly string[]) => {
    begun.push(...accounts);
    return compute(accounts);
  };
  const reported: string[] = [];
  const isStopped = () => reported.length > 0;
  for await (const each of inOrder(batches(9), { atOnce: 2, compute: counted }, isStopped)) {
    reported.push(...each.map(({ accountNumber }) => accountNumber));
  }
  expect(begun).toEqual(["R1", "R2"]);
  expect(reported).toEqual(begun);
});

test("a failed batch ends the run once those before it are done", async () => {
  const failing = async (accounts: readonly string[]) => {
    if (accounts[0] === "R2") throw new Error("the store is away");
    return compute(accounts);
  };
  const reported: string[] = [];
  const run = async () => {
    for await (const each of inOrder(batches(4), { atOnce: 4, compute: failing }, () => false)) {
      reported.push(...each.map(({ accountNumber }) => accountNumber));
    }
  };
  await expect(run()).rejects.toThrow("the store is away");
  expect(reported).toEqual(["R1"]);
});
