// The holding of a security on one side: shares in 0.00001, money in cents.

/** The holding of a security; the value is undefined where it is not stated or known. */
export interface Held {
  readonly shares: bigint;
  readonly value: bigint | undefined;
}

/** The same as a custodian states it, with the places to which it writes shares. */
export interface HeldAtCustodian extends Held {
  readonly places: number;
}
