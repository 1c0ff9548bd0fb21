// The sums of entitlements, as the store adds up lines.
import type { Decimal } from "@bursar/values/decimal";
import type { Entitlement } from "../../src/brokerage/corporate-events/entitlements/holder.ts";
import { encodeEntitlement } from "../../src/brokerage/corporate-events/entitlements/stored.ts";
import type { LineSums } from "../../src/brokerage/corporate-events/entitlements/totals.ts";

/** Adds up lines one by one. */
export function summed(lines: readonly Entitlement[]): LineSums {
  const sumOf = (of: (line: Entitlement) => bigint) =>
    lines.reduce((sum, line) => sum + of(line), 0n);
  const all: Entitlement = {
    rows: [],
    payments: lines.flatMap(({ payments }) => payments),
    shares: sumOf(({ shares }) => shares),
    newShares: sumOf(({ newShares }) => newShares),
    fractions: sumOf(({ fractions }) => fractions),
    cashInLieu: sumOf(({ cashInLieu }) => cashInLieu),
    reinvestedAmount: sumOf(({ reinvestedAmount }) => reinvestedAmount),
    reinvestedShares: sumOf(({ reinvestedShares }) => reinvestedShares),
  };
  const { rows: _, ...sums } = encodeEntitlement(all);
  const shares = `${all.shares / 100_000n}.${String(all.shares % 100_000n).padStart(5, "0")}`;
  return { ...sums, accounts: String(lines.length), shares: shares as Decimal };
}
