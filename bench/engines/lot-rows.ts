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
import type { BenchRow, Outcome } from "./row.ts";
import { type TradeSize, trades } from "./trades.ts";

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
];

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
export function relieve(defaultMethod: MethodCode, facts: readonly LotFact[]): Outcome {
  const account: LotAccount = { account: "RA00000001", isTaxable: true, defaultMethod };
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
