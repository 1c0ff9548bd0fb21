// The accounts of a unit: the input of each to the calculation, and its share of the fee.

/** An account on some days of the period, under one term. */
export interface FeePart {
  readonly accountNumber: string;
  readonly days: bigint;
  /** Cents × days, not below 0: `endValueDays` and `averageValueDays` give them. */
  readonly valueDays: bigint;
  /** 0.01 percent. */
  readonly discount: bigint;
}

/** A bound that decided on the fee. */
export type FeeBound = "minimum" | "maximum" | "cap";

/** The fee of an account of a unit. */
export interface FeeShare {
  readonly accountNumber: string;
  /** Cents. */
  readonly basis: bigint;
  readonly cents: bigint;
}

/** The parts of an account together. */
export interface FeeAccount {
  readonly accountNumber: string;
  readonly days: bigint;
  readonly valueDays: bigint;
  /** Value-days × (100 percent − discount), in 0.01 percent. */
  readonly weight: bigint;
  readonly discounts: readonly bigint[];
}
