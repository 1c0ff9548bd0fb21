// What the tables of open and closed lots share.

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

/** What closed a lot: a sale or whatever else. */
export function closingOf({ transCode }: Pick<Shapes["ClosedTaxLot"], "transCode">): string {
  return transCode === null ? "Transferred out" : nameIn(closingCodes, transCode);
}

/** Whether shares went with it; cash in lieu of a fraction and capital returned above the basis take none. */
export function hasShares({ shareQuantity }: Pick<Lot, "shareQuantity">): boolean {
  return directionOf(shareQuantity) !== "even";
}

/** Lots, and how one asks why a lot has its figures. */
export interface LotsProps<L> {
  readonly lots: readonly L[];
  readonly ask: (lot: Lot) => void;
}

/** That a day of acquisition is another than that of the purchase, as after a wash sale. */
export function Moved({ lot }: { readonly lot: Lot }) {
  const { origionalAcquisitionDate: bought, adjustedAcquisitionDate: counted } = lot;
  if (bought === null || bought === counted) return null;
  return <div className="tiny muted">purchased {day(bought)}</div>;
}

/** Opens the story of a lot. */
export function WhyButton({ lot, ask }: { readonly lot: Lot; readonly ask: (lot: Lot) => void }) {
  return (
    <button type="button" className="button quiet" onClick={() => ask(lot)}>
      Details<span className="hidden-text"> of this lot of {lot.security.ticker}</span>
    </button>
  );
}
