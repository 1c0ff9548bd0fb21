// Rows of lot relief: facts as objects in, every closed row and open lot out as texts with its id,
// and the sums of each security found to be conserved.
import assert from "node:assert/strict";
import {
  type LotAccount,
  type LotFact,
  type MethodCode,
  openLots,
  streamFacts,
  sumsOf,
} from "@bursar/tax-lots";
import type { Day } from "@bursar/values/dates";
import type { BenchRow, Outcome } from "./row.ts";
import { fundPlans, type TradeSize, trades } from "./trades.ts";

const measured = "trades as objects in; all rows with ids out, conservation asserted";

const million = { trades: 1_000_000, securities: 1000 };

/** Each method with its target. */
const methods = [
  ["FIFO", "5 s, 600 MB"],
  ["LGHL", "8 s, 600 MB"],
  ["HLTG", "8 s, 600 MB"],
] as const;

/** Rows of lot relief. */
export const lotRows: readonly BenchRow[] = [
  ...methods.map(([method, target]) =>
    lotRow(`${method}, 1,000 securities`, method, target, million),
  ),
  ...methods.map(([method, target]) => {
    const name = `${method}, odd lots and fractions`;
    return lotRow(name, method, target, { ...million, areOdd: true });
  }),
  ...[25_000, 50_000, 100_000, 200_000].map((count) => {
    const name = `wash sales, one security, ${count.toLocaleString("en-US")}`;
    return lotRow(name, "FIFO", count === 100_000 ? "0.8 s" : "", { trades: count, securities: 1 });
  }),
  averageRow(),
];

/** Funds whose basis is averaged by default from before their first purchase. */
function averageRow(): BenchRow {
  return {
    name: "averaging 10,000 funds",
    measured:
      "120 reinvestments and 4 sales of each fund; all rows with ids out, conservation asserted",
    target: "half of FIFO's rate",
    prepare: (requests) => {
      const facts = fundPlans(requests === "full" ? 10_000 : 20);
      const fundSecurities = new Set(facts.map(({ security }) => security));
      const averaging = { fundSecurities, fundsAveragedFrom: "2012-01-03" as Day };
      return { count: facts.length, of: "trade", run: () => relieve("FIFO", facts, averaging) };
    },
  };
}

function lotRow(name: string, method: MethodCode, target: string, size: TradeSize): BenchRow {
  return {
    name,
    measured,
    target,
    prepare: (requests) => {
      const drawn = requests === "full" ? size : { ...size, trades: 2000 };
      const facts = trades(drawn);
      return { count: facts.length, of: "trade", run: () => relieve(method, facts) };
    },
  };
}

/** Closes and opens the lots of an account of which these are all facts. */
export function relieve(
  defaultMethod: MethodCode,
  facts: readonly LotFact[],
  averaging: Pick<LotAccount, "fundSecurities" | "fundsAveragedFrom"> = {},
): Outcome {
  const base = { account: "RA00000001", isTaxable: true, defaultMethod };
  const account: LotAccount = { ...base, ...averaging };
  const stream = streamFacts(account, facts);
  let closed = 0;
  let washed = 0;
  for (const { disallowedLoss } of stream.closed) {
    closed += 1;
    if (disallowedLoss !== null) washed += 1;
  }
  const { book, refusals } = stream;
  assert.deepEqual(refusals, []);
  sumsOf(book);
  return { counts: { closed, washed, open: openLots(book).length } };
}
