// What went into a security, what came out and what is left must add up after every run.
import assert from "node:assert/strict";
import type { Shelf } from "./shelf.ts";

/** The open side of a security, with which its ledger is compared. */
export interface OpenSums {
  readonly shares: bigint;
  readonly basis: bigint;
}

/** Fails where a security's shares or basis are not conserved, and returns what is open. */
export function assertConserved(shelf: Shelf): OpenSums {
  const { ledger, pool } = shelf;
  let shares = 0n;
  let basis = pool?.basis ?? 0n;
  for (const block of shelf.byAge.blocks) {
    for (const lot of block) {
      shares += lot.quantity;
      if (pool === undefined) basis += lot.basis;
    }
  }
  assert(shares === shelf.quantity, "a position is the sum of its lots");
  assert(ledger.sharesIn === shares + ledger.sharesOut, "shares in are shares open and out");
  const incoming = ledger.basisIn + ledger.movedIn + ledger.disallowed + ledger.giftDifference;
  const outgoing = basis + ledger.relieved;
  assert(
    incoming === outgoing + ledger.movedOut + ledger.returned,
    "basis in is basis open, relieved, moved out and returned",
  );
  return { shares, basis };
}
