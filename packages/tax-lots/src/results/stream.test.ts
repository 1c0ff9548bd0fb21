// A run that is read while it goes against one that is stored whole.
import fc from "fast-check";
import { expect, test } from "vitest";
import { histories, washHistories } from "../../reference/histories/histories.ts";
import { parseScenario } from "../../reference/scenario.ts";
import { runFacts } from "../reorganizations/run.ts";
import { closedLots } from "./closed-lots.ts";
import { openLots } from "./open-lots.ts";
import { checkFacts, streamFacts } from "./stream.ts";
import { sumsOf } from "./sums.ts";
import { giveId, nextTaxLotId, noIds, taxLotIdOf } from "./tax-lot-id.ts";

const bySecurity = <Row extends { readonly security: string }>(rows: Iterable<Row>) =>
  Object.fromEntries(Map.groupBy(rows, ({ security }) => security));

test("a streamed run gives the same lots, sums and refusals as one that is collected", () => {
  fc.assert(
    fc.property(fc.oneof(histories(40), washHistories(60)), ({ account, facts }) => {
      const whole = runFacts(account, facts);
      const stream = streamFacts(account, facts);
      const closed = [...stream.closed];
      const refused = (refusals: typeof whole.refusals) =>
        refusals.map(({ transactionId }) => transactionId).toSorted();
      expect(refused(stream.refusals)).toEqual(refused(whole.refusals));
      expect(checkFacts(account, facts)).toEqual(stream.refusals);
      if (whole.refusals.length > 0) return;
      expect(bySecurity(closed)).toEqual(bySecurity(closedLots(whole.book)));
      expect(bySecurity(openLots(stream.book))).toEqual(bySecurity(openLots(whole.book)));
      expect(bySecurity(sumsOf(stream.book))).toEqual(bySecurity(sumsOf(whole.book)));
    }),
    { numRuns: 400 },
  );
});

test("closed lots are handed over as soon as their window has closed", () => {
  const { account, facts } = parseScenario(`
    buy  A 10 @ 50.00 2023-01-05
    sell S 4 @ 40.00 2023-02-01
    sell T 6 @ 40.00 2023-03-04
  `);
  const stream = streamFacts(account, facts);
  const held = Array.from(stream.closed, (lot) => [
    lot.closingTransactionDate,
    stream.book.rows.length,
    sumsOf(stream.book)[0]?.sharesOut,
  ]);
  expect(held).toEqual([
    ["2023-02-01", 0, "4.00000"],
    ["2023-03-04", 0, "10.00000"],
  ]);
});

test("a closed lot is handed over the next day unless its loss, or one before it, still waits", () => {
  const { account, facts } = parseScenario(`
    buy  A 10 @ 50.00 2023-01-05
    buy  B 4 @ 45.00 2023-01-30
    sell S 4 @ 40.00 2023-02-01 // washed by B
    sell T 2 @ 60.00 2023-02-02
    sell U 2 @ 40.00 2023-02-02
    sell V 1 @ 60.00 2023-02-03
    sell W 1 @ 60.00 2023-03-06
    sell E 1 @ 40.00 2023-03-07
    buy  C 1 @ 45.00 2023-03-08
    sell F 1 @ 60.00 2023-03-09
  `);
  const stream = streamFacts(account, facts);
  const held = Array.from(stream.closed, (lot) => [
    lot.closingTransactionId,
    sumsOf(stream.book)[0]?.sharesOut,
  ]);
  expect(held).toEqual([
    ["103", "4.00000"], // S, when T comes
    ["104", "8.00000"], // T, when V comes
    ["105", "9.00000"], // U waits until W, 32 days behind it
    ["106", "9.00000"],
    ["107", "10.00000"],
    ["108", "11.00000"], // E, which C has washed, when F comes
    ["110", "12.00000"],
  ]);
});

test("an id that is already used is hashed again, however many ids there are", () => {
  const given = noIds();
  const ids = Array.from({ length: 5000 }, (_, at) => giveId(given, `RA00000001/101/102/${at}`));
  expect(new Set(ids).size).toBe(5000);
  expect(ids[7]).toBe(taxLotIdOf("RA00000001/101/102/7").toString());
  const again = giveId(given, "RA00000001/101/102/7");
  expect(again).toBe(nextTaxLotId("RA00000001/101/102/7", new Set(ids)));
});
