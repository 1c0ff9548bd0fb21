// Checks after every run that the shares and basis that went into a security equal those that came
// out and those that are left.
import assert from "node:assert/strict";
import { plus, sumOf, type Whole } from "../../../values/src/whole.ts";
import type { Shelf } from "./shelf.ts";

/** The open side of a security, with which its ledger is compared. */
export interface OpenSums {
  readonly shares: Whole;
  readonly basis: Whole;
}

/** Fails where a security's shares or basis are not conserved, and returns what is open. */
export function assertConserved(shelf: Shelf): OpenSums {
  const { ledger, pool, average } = shelf;
  let shares: Whole = 0;
  let basis = pool?.basis ?? average?.basis ?? 0;
  for (const lot of shelf.lots) {
    shares = plus(shares, lot.quantity);
    if (pool === undefined) basis = plus(basis, lot.basis);
  }
  assert(shares === shelf.quantity, "a position is the sum of its lots");
  assert(ledger.sharesIn === plus(shares, ledger.sharesOut), "shares in are shares open and out");
  const { basisIn, movedIn, disallowed, giftDifference, adjusted } = ledger;
  const { relieved, movedOut, returned } = ledger;
  assert(
    sumOf([basisIn, movedIn, disallowed, giftDifference, adjusted]) ===
      sumOf([basis, relieved, movedOut, returned]),
    "basis in is basis open, relieved, moved out and returned, less what was adjusted",
  );
  return { shares, basis };
}
