// The numbers of holdings, transactions and days that can be combined.
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { UsageFault } from "./faults.ts";
import { decodeTrading, sampleCommand } from "./sample.ts";

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "bursar-sample-"));
});
afterAll(() => rm(root, { recursive: true }));

test.each([
  [{}, undefined],
  [
    { holdings: 20, trades: 50 },
    { holdings: 20, trades: 50, isValued: false },
  ],
  [{ holdings: 20 }, { holdings: 20, trades: 50, isValued: false }],
  [{ trades: 50 }, { holdings: 20, trades: 50, isValued: false }],
  [{ trades: 3 }, { holdings: 1, trades: 3, isValued: false }],
  [{ valuations: true }, { holdings: 20, trades: 50, isValued: true }],
])("%o is read as %o", (given, trading) => {
  expect(decodeTrading(given)).toEqual(trading);
});

const needs = "an account needs at least one holding, and more transactions than holdings";

test.each([
  [{ holdings: 20, trades: 20 }, needs],
  [{ holdings: 0, trades: 5 }, needs],
  [{ trades: 2 }, needs],
  [{ holdings: 5, days: 0 }, "accounts need at least one day to trade"],
])("%o is a usage error, and nothing is written", async (given, sentence) => {
  const sample = sampleCommand({ accounts: 1, years: 1, seed: "1", out: root, ...given });
  await expect(sample).rejects.toThrow(new UsageFault(sentence));
  expect(await readdir(root)).toEqual([]);
});
