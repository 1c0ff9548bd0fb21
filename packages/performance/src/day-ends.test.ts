// The holdings of an account at the ends of days: their parts add up to the raw data of the day. (docs/statements.md)
import { expect, test } from "vitest";
import type { Day } from "../../values/src/dates.ts";
import type { Decimal } from "../../values/src/decimal.ts";
import type { Id } from "../../values/src/ids.ts";
import type { AccountFact } from "./account-fact.ts";
import { type DayEnd, dayEndsOf } from "./day-ends.ts";
import type { Closes } from "./prices.ts";
import { computeRawData } from "./raw-data.ts";

const d = (text: string) => text as Decimal;
const day = (n: number) => `2026-03-${String(n).padStart(2, "0")}` as Day;

/** Facts by day, each in folio 03 unless it says otherwise. */
function factsOf(...facts: (readonly [number, object])[]): AccountFact[] {
  return facts.map(([on, rest], at) => {
    const base = { transactionId: `${at + 1}` as Id, entryOrder: at + 1, folio: "03" };
    return { ...base, tradeOn: day(on), fees: d("0"), ...rest } as unknown as AccountFact;
  });
}

const closes: ReadonlyMap<Id, Closes> = new Map([
  ["1" as Id, [2, 3, 4, 5, 6].map((n) => ({ on: day(n), close: BigInt(50 + n) * 1_000_000n }))],
  ["2" as Id, [{ on: day(2), close: 98_500_000n }]],
]);
const valuationDays = [2, 3, 4, 5, 6].map(day);

function worthOf({ held, cash, accrued }: DayEnd): bigint {
  const parts = [...held.map(({ cents = 0n }) => cents), ...cash.values()];
  return [...parts, ...accrued.map(({ cents }) => cents)].reduce((sum, each) => sum + each, 0n);
}

test("securities, cash and what is accrued add up to the raw data less advances", () => {
  const facts = factsOf(
    [2, { kind: "deposit", amount: d("5000") }],
    [2, { kind: "buy", security: "1", shares: d("20"), price: d("52") }],
    // A bond in percent of its face, of which 30.00 of interest were paid for.
    [
      3,
      { kind: "buy", security: "2", shares: d("2000"), price: d("98.5"), accruedInterest: d("30") },
    ],
    [6, { kind: "dividend", security: "1", amount: d("14.00"), exOn: day(4) }],
    // Bought on the 5th with cash that came on the 6th: an advance.
    [5, { kind: "buy", security: "1", shares: d("40"), price: d("55") }],
    [6, { kind: "deposit", amount: d("900") }],
    [6, { kind: "returnOfCapital", security: "1", amount: d("6.00"), exOn: day(5) }],
  ).toSorted((a, b) => (a.tradeOn < b.tradeOn ? -1 : a.tradeOn > b.tradeOn ? 1 : 0));
  const sources = { facts, closes, quotationFactors: new Map([["2" as Id, d("0.01")]]) };
  const raw = computeRawData({ ...sources, valuationDays }).get("03") ?? [];
  const { ends } = dayEndsOf(sources, valuationDays);
  for (const [at, end] of ends.entries()) {
    const { marketValue = 0n, accrued = 0n, advances = 0n } = raw[at]?.valuation ?? {};
    expect([end.on, worthOf(end)]).toEqual([raw[at]?.on, marketValue + accrued - advances]);
  }
  expect(ends[3]?.accrued).toEqual([
    { folio: "03", security: "1", cents: 1400n },
    { folio: "03", security: "1", cents: 600n },
    { folio: "03", security: "2", cents: 3000n },
  ]);
});

test("what a fact moves is reported for the account: a journal moves nothing, a split shares alone", () => {
  const facts = factsOf(
    [2, { kind: "transferIn", security: "1", shares: d("10"), lots: [] }],
    [3, { kind: "shareJournal", security: "1", shares: d("4"), toFolio: "04" }],
    [4, { kind: "split", security: "1", ratioNew: d("2"), ratioOld: d("1") }],
    [
      5,
      {
        kind: "sell",
        security: "1",
        shares: d("5"),
        price: d("27"),
        federalTaxWithholding: d("3"),
      },
    ],
  );
  const { moves } = dayEndsOf({ facts, closes }, [day(6)]);
  expect(moves.map(({ fact, cents, shares }) => [fact.kind, cents, ...shares])).toEqual([
    ["transferIn", 0n, ["1", 10_00000n]],
    ["split", 0n, ["1", 10_00000n]],
    ["sell", 132_00n, ["1", -5_00000n]], // 5 × 27.00 − 3.00
  ]);
});
