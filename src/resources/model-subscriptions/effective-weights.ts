// The target weights that a subscription gives a folio on a day.
import type { Decimal } from "../../values/decimal.ts";
import type { Target } from "../models/reads.ts";

/** What decides which securities are left out. */
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

/**
 * The targets that are left, by ticker, scaled so that they add up to 100.00: each is rounded down,
 * and what is then missing goes in hundredths to the largest remainders, of equal ones to the first
 * by ticker. Nothing, where nothing is left.
 */
export function effectiveWeights(targets: readonly Target[], exclusions: Exclusions): Target[] {
  const left = notExcluded(targets, exclusions).map(({ ticker, targetWeight }) => ({
    ticker,
    units: BigInt(targetWeight.replace(".", "")),
  }));
  const total = left.reduce((sum, { units }) => sum + units, 0n);
  if (total === 0n) return [];
  const scaled = left
    .map(({ ticker, units }) => ({
      ticker,
      units: (units * whole) / total,
      remainder: (units * whole) % total,
    }))
    .toSorted((one, other) => (one.ticker < other.ticker ? -1 : 1));
  const missing = whole - scaled.reduce((sum, { units }) => sum + units, 0n);
  const raised = new Set(
    scaled
      .toSorted((one, other) => sign(other.remainder - one.remainder))
      .slice(0, Number(missing))
      .map(({ ticker }) => ticker),
  );
  return scaled.map(({ ticker, units }) => ({
    ticker,
    targetWeight: percent(raised.has(ticker) ? units + 1n : units),
  }));
}

/** 100.00 in hundredths. */
const whole = 10_000n;

function sign(value: bigint): number {
  if (value === 0n) return 0;
  return value < 0n ? -1 : 1;
}

function percent(units: bigint): Decimal {
  const digits = units.toString().padStart(3, "0");
  return `${digits.slice(0, -2)}.${digits.slice(-2)}` as Decimal;
}
