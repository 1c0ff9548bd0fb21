// The engine and the slow, obvious implementation agree on thousands of random accounts.
import fc from "fast-check";
import { expect, test } from "vitest";
import { engineLines, engineSeriesLines, referenceLines, referenceSeriesLines } from "./lines.ts";
import { portfolios } from "./portfolios.ts";
import { givenDays, snapshotsOfGiven } from "./valuations.ts";

test("short histories of every kind of fact give the same days, units and marks", () => {
  fc.assert(
    fc.property(portfolios(8), (portfolio) => {
      expect(engineLines(portfolio)).toEqual(referenceLines(portfolio));
    }),
    { numRuns: 800, seed: 1 },
  );
});

test("longer histories give the same", () => {
  fc.assert(
    fc.property(portfolios(30), (portfolio) => {
      expect(engineLines(portfolio)).toEqual(referenceLines(portfolio));
    }),
    { numRuns: 120, seed: 2 },
  );
});

test("given valuations give the same days and units", () => {
  fc.assert(
    fc.property(givenDays, (folios) => {
      expect(engineSeriesLines(folios)).toEqual(referenceSeriesLines(snapshotsOfGiven(folios)));
    }),
    { numRuns: 2000, seed: 3 },
  );
});
