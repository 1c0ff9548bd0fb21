// The charges of a plan, as the calculation takes them: money in cents, rates in percent of a year.

/** The rate of assets from an amount up to that of the next tier. */
export interface FeeTier {
  /** Cents. */
  readonly from: bigint;
  /** 0.000001 percent a year. */
  readonly rate: bigint;
}

/** The fees of a plan; money of a year and unit. */
export interface FeePlan {
  /** From the lowest amount up. */
  readonly tiers: readonly FeeTier[];
  /** Marginal: each part of the basis at its own rate. Whole: the rate of the tier reached, on all. */
  readonly tierType: "M" | "W";
  /** Calendar months of a period. */
  readonly months: bigint;
  readonly flatFee?: bigint | undefined;
  readonly minimumFee?: bigint | undefined;
  readonly maximumFee?: bigint | undefined;
  /** 0.01 percent a year of the basis: no fee is above it. */
  readonly maximumRate: bigint;
}

/** A million of these units of a tier's rate are one percent, a hundred million the whole. */
export const wholeRate = 100_000_000n;

/** Ten thousand of these units of a discount or a maximum rate are the whole. */
export const wholePercent = 10_000n;
