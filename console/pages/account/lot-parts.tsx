// Parts shared by the tables of open and closed lots.

import { closingCodes } from "../../data/closing-codes.ts";
import { nameIn } from "../../data/codes.ts";
import type { Shapes } from "../../data/service.ts";
import { day, directionOf } from "../../data/texts.ts";

/** A lot, open or closed. */
export type Lot = Shapes["UnrealizedLot"] | Shapes["ClosedTaxLot"];

/** Whether a lot was closed. */
export function isClosed(lot: Lot): lot is Shapes["ClosedTaxLot"] {
  return "closingTransactionId" in lot;
}

/** The transaction that closed a lot: a sale or another one. */
export function closingOf({ transCode }: Pick<Shapes["ClosedTaxLot"], "transCode">): string {
  return transCode === null ? "Transferred out" : nameIn(closingCodes, transCode);
}

/** Whether shares were given up. Cash in lieu of fractions and capital returned above the basis
 * take none. */
export function hasShares({ shareQuantity }: Pick<Lot, "shareQuantity">): boolean {
  return directionOf(shareQuantity) !== "even";
}

/** Lots, and the callback that opens a lot's details. */
export interface LotsProps<L> {
  readonly lots: readonly L[];
  readonly ask: (lot: Lot) => void;
}

/** Shows the purchase date where the acquisition date was adjusted, as after a wash sale. */
export function Moved({ lot }: { readonly lot: Lot }) {
  const { origionalAcquisitionDate: bought, adjustedAcquisitionDate: counted } = lot;
  if (bought === null || bought === counted) return null;
  return <div className="tiny muted">purchased {day(bought)}</div>;
}

/** Opens the details of a lot. */
export function WhyButton({ lot, ask }: { readonly lot: Lot; readonly ask: (lot: Lot) => void }) {
  return (
    <button type="button" className="button quiet" onClick={() => ask(lot)}>
      Details<span className="hidden-text"> of this lot of {lot.security.ticker}</span>
    </button>
  );
}
