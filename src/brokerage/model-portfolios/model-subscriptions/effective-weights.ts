// The target weights that a subscription gives a folio on a day.
import type { Decimal } from "@bursar/values/decimal";
import { textOf } from "@bursar/values/units";
import { weightsOf } from "../../../values/weights.ts";
import type { Target } from "../models/reads.ts";

/** The exclusions that decide which securities are left out. */
export interface Exclusions {
  /** `N` ignores what the account excludes. */
  readonly exclusionRule: "A" | "N";
  /** The tickers that the account excludes that day. */
  readonly excluded: readonly string[];
}

/** The targets that are not excluded, ignoring case. */
export function notExcluded(
  targets: readonly Target[],
  { exclusionRule, excluded }: Exclusions,
): readonly Target[] {
  if (exclusionRule === "N") return targets;
  const without = new Set(excluded.map((ticker) => ticker.toUpperCase()));
  return targets.filter(({ ticker }) => !without.has(ticker.toUpperCase()));
}

/** The targets that are left, by ticker, scaled so that they add up to 100.00; nothing, where nothing
 * is left. */
export function effectiveWeights(targets: readonly Target[], exclusions: Exclusions): Target[] {
  const left = notExcluded(targets, exclusions).toSorted((one, other) =>
    one.ticker < other.ticker ? -1 : 1,
  );
  const weights = weightsOf(left.map(({ targetWeight }) => BigInt(targetWeight.replace(".", ""))));
  if (weights === undefined) return [];
  return left.map(({ ticker }, index) => ({
    ticker,
    targetWeight: textOf(weights[index] ?? 0n, 2) as Decimal,
  }));
}
