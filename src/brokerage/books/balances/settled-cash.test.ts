// For random accounts: a second reader finds the same settled cash, settlements end at the trade date balance,
// and nothing is available beyond either. Thousands of them in `npm run proofs`.
import fc from "fast-check";
import { expect, test } from "vitest";
import { cashHistories } from "../../../../test/cash-histories.ts";
import { movedBy, settlesOn } from "../../../../test/cash-reader.ts";
import { computedCash } from "../../../../test/computed-cash.ts";
import { openCalendar } from "../../../reference/settlement/calendar.ts";

import { availableOf } from "./balances.ts";

const { PROOFS } = process.env;
const numRuns = PROOFS === undefined ? 500 : 20_000;
const calendar = openCalendar();
const cents = fc.bigInt({ min: 0n, max: 900_000n });
const holds = fc.record({ reserved: cents, held: cents, pending: cents });
const total = (amounts: Iterable<bigint>) => [...amounts].reduce((sum, each) => sum + each, 0n);
const above = (amount: bigint) => (amount > 0n ? amount : 0n);

test("a second reader of the rows finds the settled cash of account and folios", () => {
  fc.assert(
    fc.property(cashHistories, ({ rows, on }) => {
      const balances = computedCash(
        rows.map(({ row }) => row),
        on,
        calendar,
      );
      const settled = rows.filter(
        ({ row, days }) => row.tradeOn <= on && settlesOn(row, days) <= on,
      );
      const moves = settled.map(({ row }) => movedBy(row));
      expect(balances.settled).toBe(total(moves.flatMap((each) => [...each.values()])));
      for (const { folioNumber, settled: own } of balances.folios) {
        expect(own).toBe(total(moves.map((each) => each.get(folioNumber) ?? 0n)));
      }
    }),
    { numRuns },
  );
});

test("settlements end at the trade date balance, and nothing is available beyond the balances", () => {
  fc.assert(
    fc.property(cashHistories, holds, ({ rows, on }, keptBack) => {
      const balances = computedCash(
        rows.map(({ row }) => row),
        on,
        calendar,
      );
      const { traded, settled, settlements } = balances;
      expect(settlements.at(-1)?.balance ?? settled).toBe(traded);
      const nextTradingDay = calendar.isTradingDay(on) ? on : calendar.addTradingDays(on, 1);
      const { addSettlementDays } = calendar;
      const available = availableOf(balances, keptBack, { addSettlementDays, nextTradingDay });
      const [one, two] = available.toTrade;
      expect(one >= 0n && one <= two && two <= above(traded)).toBe(true);
      const { toWithdraw } = available;
      expect(toWithdraw >= 0n && toWithdraw <= above(settled - keptBack.held)).toBe(true);
    }),
    { numRuns },
  );
});
