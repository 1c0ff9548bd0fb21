// The running sums of one security, compared with the open lots after every run.
import type { Whole } from "../../../values/src/whole.ts";

/** Sums over one security; amounts in cents, an unknown basis counts 0. */
export interface Ledger {
  /** Shares acquired, and those that events added or took away. */
  sharesIn: Whole;
  sharesOut: Whole;
  basisIn: Whole;
  /** Basis that events brought from another security, or took to one. */
  movedIn: Whole;
  movedOut: Whole;
  /** Losses disallowed and added to a replacement. */
  disallowed: Whole;
  /** Basis of closed rows. */
  relieved: Whole;
  /** The sum by which gifts were relieved above (+) or below (-) the donor's basis. */
  giftDifference: Whole;
  /** Return of capital that lowered a basis. */
  returned: Whole;
  /** The sum that adjustments and steps up at death have added (+) or taken off (-). */
  adjusted: Whole;
}

/** A ledger without an entry. */
export function emptyLedger(): Ledger {
  return {
    sharesIn: 0,
    sharesOut: 0,
    basisIn: 0,
    movedIn: 0,
    movedOut: 0,
    disallowed: 0,
    relieved: 0,
    giftDifference: 0,
    returned: 0,
    adjusted: 0,
  };
}
