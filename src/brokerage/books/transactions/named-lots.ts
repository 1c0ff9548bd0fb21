// Lots that a transaction names, as they are written: `transaction:shares` or `transaction/place:shares`
// in an order, without shares where their basis is adjusted. (docs/tax-lots.md, "Named lots")
import type { NamedLot } from "@bursar/tax-lots";
import type { Decimal } from "@bursar/values/decimal";
import type { Id } from "@bursar/values/ids";

/** A lot whose basis is adjusted: what is open of a transaction, or of one place of it. */
export type AdjustedLot = Omit<NamedLot, "shares">;

/** Shares that an order names: of a transaction, or of one lot of a transfer in by its place. */
export function namedLotOf(text: string): NamedLot {
  const [lot = "", shares = ""] = text.split(":");
  return { ...adjustedLotOf(lot), shares: shares as Decimal };
}

/** The same of what is named without shares. */
export function adjustedLotOf(text: string): AdjustedLot {
  const [transactionId = "", place] = text.split("/");
  return { transactionId: transactionId as Id, ...(place !== undefined && { place }) };
}

/** Whether a lot is named with shares. */
export function isNamedWithShares(text: string): boolean {
  return text.includes(":");
}
