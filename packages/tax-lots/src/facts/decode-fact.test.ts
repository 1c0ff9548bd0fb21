// How plain objects become facts, and how every field that cannot be read is reported.
import { expect, test } from "vitest";
import { runFacts } from "../reorganizations/run.ts";
import { openLots } from "../results/open-lots.ts";
import { decodeFact, type PlainFact } from "./decode-fact.ts";

const buy: PlainFact = {
  kind: "buy",
  transactionId: "1",
  tradeOn: "2026-03-02",
  security: "700",
  shares: "10",
  price: "50",
};

test("a list of plain facts is entered in its order", () => {
  const facts = [buy, { ...buy, transactionId: "2", shares: "010", entryOrder: 7 }].map(decodeFact);
  expect(facts).toEqual([
    { ...buy, entryOrder: 0 },
    { ...buy, transactionId: "2", entryOrder: 7 },
  ]);
  const run = runFacts({ account: "A", isTaxable: true, defaultMethod: "FIFO" }, facts);
  expect(run.refusals).toEqual([]);
  expect(openLots(run.book).map(({ originalCostBasis }) => originalCostBasis)).toEqual([
    "500.00",
    "500.00",
  ]);
});

test("lots within a fact are read, and what is null or undefined is left out", () => {
  const lots = [
    { shares: "10", originalOn: "2020-01-02T00:00:00-05:00", isCovered: true, giftOn: null },
  ];
  const fact = decodeFact({ ...buy, kind: "transferIn", price: undefined, lots }, 3);
  const { price: _, ...rest } = buy;
  expect(fact).toEqual({
    ...rest,
    kind: "transferIn",
    entryOrder: 3,
    lots: [{ shares: "10", originalOn: "2020-01-02", isCovered: true }],
  });
});

test("every field that cannot be read is named with its value", () => {
  const wrong = {
    ...buy,
    transactionId: "0",
    tradeOn: "2026-02-30",
    shares: 10,
    price: "5e1",
    folio: 1,
    entryOrder: 0.5,
    lots: [{ isCovered: "yes", shares: "x" }],
    namedLots: "2",
  };
  expect(() => decodeFact(wrong, 0)).toThrow(
    new RangeError(
      `entryOrder: 0.5 is not a whole number.
transactionId: "0" is not an id: a whole number from 1, as text.
tradeOn: "2026-02-30" is not a day, as 2026-03-02.
shares: 10 is not a decimal number as text, as "12.50".
price: "5e1" is not a decimal number as text, as "12.50".
folio: 1 is not text.
lots[0].isCovered: "yes" is not true or false.
lots[0].shares: "x" is not a decimal number as text, as "12.50".
namedLots: "2" is not a list.`,
    ),
  );
});

test("adjustments, elections and moves are read with all their fields", () => {
  const base = { transactionId: "1", entryOrder: 1, tradeOn: "2026-03-02", security: "700" };
  const facts = [
    { kind: "basisAdjustment", amount: "-1.50", reason: "WSH", holdingDays: 3 },
    { kind: "basisAdjustment", amount: "1", adjustedLots: [{ transactionId: "2", place: "1" }] },
    { kind: "stepUp", part: "0.5", marketValue: "10.00" },
    { kind: "averageElection", election: "AVE", planSince: "2012-01-03" },
    { kind: "lotsMoved", shares: "1", toAccount: "RA2", toFolio: "RA201", keptMethod: "FIFO" },
  ].map((fact) => ({ ...base, ...fact }) as PlainFact);
  expect(facts.map(decodeFact)).toEqual(facts);
  const wrong = { ...base, kind: "basisAdjustment", holdingDays: 1.5 } as PlainFact;
  expect(() => decodeFact(wrong, 0)).toThrow("holdingDays: 1.5 is not a whole number.");
});
