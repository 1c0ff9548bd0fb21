// The engine and the slow, obvious implementation agree on thousands of random accounts.
import fc from "fast-check";
import { expect, test } from "vitest";
import { engineLines } from "./engine-lines.ts";
import { histories, washHistories } from "./histories.ts";
import { referenceLines } from "./reference.ts";

const runs = 1800;

test("short histories of every kind of fact give the same rows and lots", () => {
  fc.assert(
    fc.property(histories(12), (history) => {
      expect(engineLines(history)).toEqual(referenceLines(history.account, history.facts));
    }),
    { numRuns: runs },
  );
});

test("longer histories give the same rows and lots", () => {
  fc.assert(
    fc.property(histories(45), (history) => {
      expect(engineLines(history)).toEqual(referenceLines(history.account, history.facts));
    }),
    { numRuns: runs },
  );
});

test("dense trading in one security gives the same matches", () => {
  fc.assert(
    fc.property(washHistories(40), (history) => {
      expect(engineLines(history)).toEqual(referenceLines(history.account, history.facts));
    }),
    { numRuns: runs },
  );
});
