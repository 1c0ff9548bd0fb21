// The running sums of one security, compared with the open lots after every run.

/** Sums over one security; amounts in cents, an unknown basis counts 0. */
export interface Ledger {
  /** Shares acquired, and those that events added or took away. */
  sharesIn: bigint;
  sharesOut: bigint;
  basisIn: bigint;
  /** Basis that events brought from another security, or took to one. */
  movedIn: bigint;
  movedOut: bigint;
  /** Losses disallowed and added to a replacement. */
  disallowed: bigint;
  /** Basis of closed rows. */
  relieved: bigint;
  /** What gifts were relieved at above (+) or below (-) the donor's basis. */
  giftDifference: bigint;
  /** Return of capital that lowered a basis. */
  returned: bigint;
}

/** A ledger without an entry. */
export function emptyLedger(): Ledger {
  return {
    sharesIn: 0n,
    sharesOut: 0n,
    basisIn: 0n,
    movedIn: 0n,
    movedOut: 0n,
    disallowed: 0n,
    relieved: 0n,
    giftDifference: 0n,
    returned: 0n,
  };
}
