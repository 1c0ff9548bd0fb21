// Properties of every history, whatever happened in it.
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Decimal } from "../../values/src/decimal.ts";
import type { Id } from "../../values/src/ids.ts";
import { bookLines, engineLines } from "../reference/engine-lines.ts";
import { histories, washHistories } from "../reference/histories/histories.ts";
import type { LotFact, Purchase } from "./facts/fact.ts";
import { openBook } from "./relief/book.ts";
import { applyAll, inOrder, isRevocation, runFacts } from "./reorganizations/run.ts";
import { closedLots } from "./results/closed-lots.ts";
import { openLots } from "./results/open-lots.ts";
import { sumsOf } from "./results/sums.ts";

const settings = { numRuns: 400 };
const cents = (text: string | null) => BigInt((text ?? "0").replace(".", ""));

test("shares and basis are conserved, security by security", () => {
  fc.assert(
    fc.property(histories(40), ({ account, facts }) => {
      const { book, refusals } = runFacts(account, facts);
      if (refusals.length === 0) sumsOf(book);
    }),
    settings,
  );
});

test("no more is disallowed than is lost, and a washed row has no reportable loss", () => {
  fc.assert(
    fc.property(washHistories(40), ({ account, facts }) => {
      for (const row of closedLots(runFacts(account, facts).book)) {
        if (row.disallowedLoss === null) continue;
        const loss = cents(row.adjustedCostBasis) - cents(row.netSaleAmount);
        expect(cents(row.disallowedLoss)).toBe(loss);
        expect(row.reportableGainLoss).toBe("0.00");
      }
    }),
    settings,
  );
});

test("one run equals continuing after each fact, but for one that revokes what was elected before", () => {
  fc.assert(
    fc.property(histories(25), ({ account, facts }) => {
      if (facts.some(isRevocation)) return;
      const whole = runFacts(account, facts);
      if (whole.refusals.length > 0) return;
      const book = openBook(account);
      const soFar: LotFact[] = [];
      const ordered = inOrder(facts);
      const next: LotFact[] = [];
      for (const [at, fact] of ordered.entries()) {
        next.push(fact);
        if (next.some((each) => sharesBasisWith(each, ordered.slice(at + 1)))) continue;
        applyAll(book, next);
        soFar.push(...next.splice(0));
        expect(bookLines(book)).toEqual(engineLines({ account, facts: soFar }));
      }
    }),
    { numRuns: 60 },
  );
});

/** Whether a later spin-off of the same security and day belongs to the allocation of this one. */
function sharesBasisWith(fact: LotFact, later: readonly LotFact[]): boolean {
  if (fact.kind !== "spinOff") return false;
  return later.some(
    ({ kind, security, tradeOn }) =>
      kind === "spinOff" && security === fact.security && tradeOn === fact.tradeOn,
  );
}

test("the order in which facts are given does not matter", () => {
  fc.assert(
    fc.property(histories(25), ({ account, facts }) => {
      const reversed = { account, facts: facts.toReversed() };
      expect(engineLines(reversed)).toEqual(engineLines({ account, facts }));
    }),
    { numRuns: 200 },
  );
});

test("two securities without a common event do not affect each other", () => {
  fc.assert(
    fc.property(washHistories(25), washHistories(25), (one, two) => {
      const others = two.facts.map((fact) => moved(fact));
      const both = { account: one.account, facts: [...one.facts, ...others] };
      const lines = engineLines(both);
      if (lines.some((line) => line.startsWith("refused"))) return;
      const alone = engineLines(one);
      expect(lines.filter((line) => alone.includes(line))).toEqual(alone);
    }),
    settings,
  );
});

function moved(fact: LotFact): LotFact {
  const security = String(Number(fact.security) + 10) as Id;
  const transactionId = String(Number(fact.transactionId) + 1_000_000) as Id;
  if (!("intoSecurity" in fact) || fact.intoSecurity === undefined) {
    return { ...fact, security, transactionId };
  }
  const intoSecurity = String(Number(fact.intoSecurity) + 10) as Id;
  return { ...fact, security, intoSecurity, transactionId };
}

test("a whole-number split and its reverse leave every lot as it was", () => {
  fc.assert(
    fc.property(histories(20), fc.integer({ min: 2, max: 9 }), ({ account, facts }, times) => {
      const before = runFacts(account, facts);
      const shelf = before.book.shelves.get("601" as Id);
      if (before.refusals.length > 0 || !shelf || shelf.quantity === 0n) return;
      const base = { tradeOn: "2060-01-01", security: "601", kind: "split" };
      const ratios = [
        { ratioNew: String(times), ratioOld: "1" },
        { ratioNew: "1", ratioOld: String(times) },
      ];
      const splits = ratios.map((ratio, at) => ({
        ...base,
        ...ratio,
        transactionId: String(9_000_000 + at),
        entryOrder: 9000 + at,
      })) as unknown as LotFact[];
      const lots = openLots(before.book);
      expect(applyAll(before.book, splits)).toEqual([]);
      expect(openLots(before.book)).toEqual(lots);
    }),
    settings,
  );
});

const purchases = fc.array(
  fc.record({ shares: fc.integer({ min: 1, max: 50 }), price: fc.integer({ min: 1, max: 90 }) }),
  { minLength: 1, maxLength: 12 },
);

test("without losses and with divisible cents, a purchase split in two changes no total", () => {
  fc.assert(
    fc.property(purchases, fc.constantFrom("FIFO", "LIFO", "HGLL", "HSTG"), (list, method) => {
      const account = { account: "RA00000001", isTaxable: true, defaultMethod: method } as const;
      const buys = list.map(({ shares, price }, at) => buy(at, String(2 * shares), String(price)));
      const halves = list.flatMap(({ shares, price }, at) => [
        buy(2 * at, String(shares), String(price), at),
        buy(2 * at + 1, String(shares), String(price), at),
      ]);
      const half = list.reduce((sum, { shares }) => sum + shares, 0);
      const sale = {
        kind: "sell",
        transactionId: "9999",
        entryOrder: 9999,
        tradeOn: "2025-06-01",
        security: "601",
        shares: String(half),
        price: "100.00",
      } as unknown as LotFact;
      expect(totals(account, [...halves, sale])).toEqual(totals(account, [...buys, sale]));
    }),
    settings,
  );
});

function buy(at: number, shares: string, price: string, day = at): Purchase {
  const tradeOn = `2024-0${1 + (day % 9)}-${10 + Math.trunc(day / 9)}`;
  return {
    kind: "buy",
    transactionId: String(1 + at) as Id,
    entryOrder: at,
    tradeOn: tradeOn as Purchase["tradeOn"],
    security: "601" as Id,
    shares: shares as Decimal,
    price: price as Decimal,
  };
}

function totals(account: Parameters<typeof runFacts>[0], facts: readonly LotFact[]) {
  const { book } = runFacts(account, facts);
  const rows = [...closedLots(book)];
  const sum = (pick: (row: (typeof rows)[number]) => string | null) =>
    rows.reduce((total, row) => total + cents(pick(row)), 0n);
  return {
    gain: sum(({ reportableGainLoss }) => reportableGainLoss),
    basis: sum(({ adjustedCostBasis }) => adjustedCostBasis),
    short: rows
      .filter(({ termOfSale }) => termOfSale === "ST")
      .reduce((total, row) => total + cents(row.reportableGainLoss), 0n),
    sums: sumsOf(book).map(({ basisOpen, sharesOpen }) => ({ basisOpen, sharesOpen })),
  };
}
