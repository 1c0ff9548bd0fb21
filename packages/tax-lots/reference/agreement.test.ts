// The engine and the slow, obvious implementation agree on thousands of random accounts: 5,400 in each
// run of the tests, 100,000 in `npm run proofs`, or as many as HISTORIES says, from HISTORIES_SEED.
import fc from "fast-check";
import { expect, test } from "vitest";
import { runTiedAccounts } from "../src/results/tied-accounts.ts";
import { bookLines, engineLines } from "./engine-lines.ts";
import { histories, tiedHistories, washHistories } from "./histories/histories.ts";
import { referenceLines } from "./reference.ts";
import { referenceTied } from "./tied.ts";

const { PROOFS, HISTORIES, HISTORIES_SEED } = process.env;
const usual = PROOFS === undefined ? 5400 : 100_000;
const each: fc.Parameters<unknown> = {
  numRuns: Math.ceil(Number(HISTORIES ?? usual) / 3),
  ...(HISTORIES_SEED !== undefined && { seed: Number(HISTORIES_SEED) }),
};

test("short histories of every kind of fact give the same rows and lots", () => {
  fc.assert(
    fc.property(histories(12), (history) => {
      expect(engineLines(history)).toEqual(referenceLines(history.account, history.facts));
    }),
    each,
  );
});

test("longer histories give the same rows and lots", () => {
  fc.assert(
    fc.property(histories(45), (history) => {
      expect(engineLines(history)).toEqual(referenceLines(history.account, history.facts));
    }),
    each,
  );
});

test("accounts that move lots to each other give the same rows and lots", () => {
  fc.assert(
    fc.property(tiedHistories(20), (tied) => {
      const runs = [...runTiedAccounts(tied).values()];
      const codes = runs.flatMap(({ refusals }) => refusals.map(({ code }) => code));
      if (codes.includes("fact.circle")) return;
      const expected = referenceTied(tied);
      const isRefused = expected.some(([line]) => line?.startsWith("refused"));
      expect(codes.length > 0).toBe(isRefused);
      if (!isRefused) expect(runs.map(({ book }) => bookLines(book))).toEqual(expected);
    }),
    { ...each, numRuns: Math.ceil((each.numRuns ?? 0) / 4) },
  );
});

test("dense trading in one security gives the same matches", () => {
  fc.assert(
    fc.property(washHistories(40), (history) => {
      expect(engineLines(history)).toEqual(referenceLines(history.account, history.facts));
    }),
    each,
  );
});
