// Refusals of `bursar engine` beyond those of the engine, since a load refuses them too. (docs/tax-lots.md)
import { expect, test } from "vitest";
import { parseScenario } from "../../reference/scenario.ts";
import { problemsOfRecords } from "./check-record.ts";

const refused = (text: string) =>
  problemsOfRecords(parseScenario(text).facts).map(
    ({ transactionId, code, field }) => `${transactionId} ${code} ${field}`,
  );

test.each([
  ["a price of what expires", "expire A 1 @ 0.00 2024-01-05", "101 fact.field price"],
  ["a fee of what expires", "expire A 1 fees 1.00 2024-01-05", "101 fact.field fees"],
  ["a price of a transfer out", "transfer-out A 1 @ 1.00 2024-01-05", "101 fact.field price"],
  ["a ratio of a purchase", "buy A 1 @ 1.00 ratio 1:1 2024-01-05", "101 fact.field ratioNew"],
  [
    "taxes withheld of a purchase",
    "buy A 1 @ 1.00 federal 1.00 2024-01-05",
    "101 fact.field federalTaxWithholding",
  ],
  ["an ex-date of a split", "split A ratio 2:1 ex 2024-01-05 2024-01-05", "101 fact.field exOn"],
  [
    "a price of an exercise",
    "exercise A 1 into Y ratio 1:1 amount 1.00 @ 1.00 2024-01-05",
    "101 fact.field price",
  ],
  [
    "new shares of an exercise",
    "exercise A 1 into Y ratio 1:1 amount 1.00 new-shares 1 2024-01-05",
    "101 fact.field newShares",
  ],
  ["shares of a split", "split A 5 ratio 2:1 2024-01-05", "101 fact.field shares"],
  ["a part of a merger", "merger A cash 1.00 part 5 2024-01-05", "101 fact.field childPart"],
  ["a method of a gift", "gift A 1 2024-01-05 FIFO", "101 fact.field method"],
  [
    "a market value of what is no gift",
    "move A 1 to RA00000002 reason JNL value 1.00 2024-01-05",
    "101 fact.field marketValue",
  ],
  [
    "a plan of an election that ends",
    "average A election AVX plan 2024-01-05 2024-01-05",
    "101 fact.field planSince",
  ],
  ["a trade before 1900", "buy A 1 @ 1.00 1899-12-31", "101 fact.early tradeOn"],
  ["a purchase for less than nothing", "buy A 1 net -0.01 2024-01-05", "101 fact.paid netAmount"],
  [
    "a method together with named lots",
    "sell A 1 @ 1.00 named B:1 FIFO 2024-01-05",
    "101 fact.named.method method",
  ],
  [
    "more withheld than is paid",
    "return A amount 5.00 federal 3.00 state 2.00 foreign 0.01 2024-01-05",
    "101 fact.withheld amount",
  ],
])("the engine alone refuses %s", (_what, line, expected) => {
  expect(refused(line)).toEqual([expected]);
});

test("the engine alone refuses two facts of one day in one place, and takes those of two days", () => {
  const { facts } = parseScenario(`
    buy A 1 @ 1.00 2024-01-05
    buy B 1 @ 1.00 2024-01-05
    buy C 1 @ 1.00 2024-01-06`);
  const together = facts.map((fact) => ({ ...fact, entryOrder: 7 }));
  expect(problemsOfRecords(together)).toMatchObject([{ transactionId: "102", code: "fact.place" }]);
});

test("the engine alone takes all that a kind may have", () => {
  expect(
    refused(`
      buy  A 10 @ 1.00 fees 1.00 settles 2024-01-08 2024-01-05 folio F03
      gift G 1 basis 1.00 value 1.00 donor 2020-01-05 2024-01-05
      inherit I 1 value 1.00 died 2024-01-05 2024-01-05
      worthless W 3 2024-01-05
      sell S 1 @ 1.00 fees 0.10 short 10 long 5 federal 1.00 LGHL 2024-02-05
      expire E 1 federal 1.00 FIFO 2024-02-05
      transfer-out O 1 close 5.00 LGHL 2024-02-05
      return R amount 5.00 federal 3.00 state 2.00 ex 2024-02-01 2024-02-05
      merger M into Y ratio 1:1 cash 1.00 new-value 1.00 federal 1.00 2024-03-05
      merger N 2 into Y ratio 1:1 new-shares 2.00001 named A:2 folio F03 2024-03-06
      split P ratio 2:1 new-shares 5 2024-03-07
      spin-off Q into Y ratio 1:1 part 4.2 child 1.00 parent 1.00 new-shares 5 2024-03-08
      exercise E 2 of R into X ratio 1:1 amount 9.00 named A:2 folio F03 2024-03-09`),
  ).toEqual([]);
});
