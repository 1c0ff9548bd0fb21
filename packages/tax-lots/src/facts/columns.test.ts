// Facts in columns are the facts that were given, security by security, with the figures of each.
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Decimal } from "../../../values/src/decimal.ts";
import { histories } from "../../reference/histories/histories.ts";
import { parseScenario } from "../../reference/scenario.ts";
import { entryAt, factColumns } from "./columns.ts";
import { type Entry, entryOf } from "./entry.ts";
import type { LotAccount, LotFact } from "./fact.ts";

const account = { account: "RA00000001", isTaxable: true, defaultMethod: "FIFO" } as const;
const entriesOf = (facts: readonly LotFact[], of: LotAccount = account): Entry[] => {
  const columns = factColumns(of, facts);
  return facts.map((_, at) => entryAt(columns, at));
};

test("each fact of a history has its figures, and those of a security stay in their order", () => {
  fc.assert(
    fc.property(histories(40), ({ account: owner, facts }) => {
      const entries = entriesOf(facts, owner);
      expect(entries).toEqual(entries.map(({ fact }) => entryOf(fact, owner)));
      const bySecurity = (list: readonly LotFact[]) =>
        Object.fromEntries(Map.groupBy(list, ({ security }) => security));
      expect(bySecurity(entries.map(({ fact }) => fact))).toEqual(bySecurity(facts));
    }),
    { numRuns: 300 },
  );
});

// 2^53 of 0.00001 shares, of 0.000001 and of cents, and one less.
const shares = fc.constantFrom("1", "90071992547.40991", "90071992547.40992", "99999999999.99999");
const price = fc.constantFrom(undefined, "0", "2.5", "9007199254.740991", "9007199254.740992");
const fees = fc.constantFrom(undefined, "0.01", "90071992547409.91", "90071992547409.92");
const kind = fc.constantFrom("buy", "sell", "expiry", "transferOut", "giftIn");
const trade = fc.record({ kind, shares, price, fees, netAmount: fees });

test("figures on both sides of 2^53 are those of the fact, to the last digit", () => {
  const base = { transactionId: "101", entryOrder: 1, tradeOn: "2024-01-05", security: "601" };
  const short = { ...base, kind: "buy", shares: "1" as Decimal, price: "2" as Decimal };
  fc.assert(
    fc.property(fc.array(trade), (trades) => {
      const facts = trades.flatMap((each) => [{ ...base, ...each }, short]) as unknown as LotFact[];
      expect(entriesOf(facts)).toEqual(facts.map((fact) => entryOf(fact, account)));
    }),
    { numRuns: 2000 },
  );
});

test("securities that an event joins are one part, as a whole in the order given", () => {
  const { facts } = parseScenario(`
    buy  A 1 @ 1.00 of Z 2024-01-05
    buy  B 1 @ 1.00 of X 2024-01-05
    buy  C 1 @ 1.00 of W 2024-01-05
    buy  D 1 @ 1.00 of Y 2024-01-06
    symbol E into Y of X 2024-01-07
    buy  F 1 @ 1.00 of Z 2024-01-08
    symbol G into W of Y 2024-01-09`);
  const { ends, facts: found } = factColumns(account, facts);
  expect(ends).toEqual([2, 7]);
  expect(
    found.map(({ entryOrder }) => facts.findIndex((each) => each.entryOrder === entryOrder)),
  ).toEqual([0, 5, 1, 2, 3, 4, 6]);
});
