// The fee of a unit for a period: what accounts under one plan pay together, and each one's share.
import { moneyText, nearest, shareOut } from "@bursar/values/units";
import { assetFee, type Basis } from "./asset-fee.ts";
import type { FeeAccount, FeeBound, FeePart, FeeShare } from "./fee-account.ts";
import { dollarsText } from "./fee-figures.ts";
import { type FeePlan, wholePercent, wholeRate } from "./fee-plan.ts";
import type { FeeStep } from "./fee-step.ts";
import {
  accountSteps,
  basisSteps,
  boundSteps,
  flatSteps,
  rateOf,
  rateStep,
  shareSteps,
} from "./unit-fee-steps.ts";

/** The fee of a unit for a period. */
export interface UnitFee {
  readonly cents: bigint;
  /** Cents before rounding. */
  readonly exact: { readonly numerator: bigint; readonly denominator: bigint };
  /** Percent of the basis a year, 6 places. */
  readonly rate: string;
  /** By account number; they add up to the fee. */
  readonly shares: readonly FeeShare[];
  readonly bounds: readonly FeeBound[];
  readonly steps: readonly FeeStep[];
}

/** Twelve months of `wholeRate` × `wholePercent`. */
const yearly = 12n * wholeRate * wholePercent;

/**
 * Calculates a unit's fee for a period of the given days: rates on the sum of the accounts' bases, each
 * part by its days and discount, the flat fee by the account billed longest, then the bounds. It is
 * rounded once, half up to the cent, and shared by what each account's part weighs.
 */
export function calculateUnitFee(
  plan: FeePlan,
  periodDays: bigint,
  parts: readonly FeePart[],
): UnitFee {
  const accounts = accountsOf(parts);
  const basis = sumOfBases(accounts);
  const charged = assetFee(plan, basis);
  const billedDays = mostDays(accounts);
  // Every amount below is a numerator over this denominator.
  const ofBasis = basis.numerator === 0n ? 1n : basis.numerator;
  const denominator = yearly * periodDays * ofBasis;
  const ofYear = (cents: bigint, days: bigint) =>
    (cents * plan.months * days * denominator) / (12n * periodDays);
  const onAssets = accounts.reduce((sum, { weight }) => sum + weight, 0n) * charged.numerator;
  const valueDays = accounts.reduce((sum, account) => sum + account.valueDays, 0n);
  const bounded = boundFee(onAssets * plan.months + ofYear(plan.flatFee ?? 0n, billedDays), {
    minimum: plan.minimumFee === undefined ? undefined : ofYear(plan.minimumFee, billedDays),
    maximum: plan.maximumFee === undefined ? undefined : ofYear(plan.maximumFee, billedDays),
    cap: valueDays * plan.maximumRate * plan.months * wholeRate * ofBasis,
  });
  const cents = nearest(bounded.numerator, denominator);
  const shares = shareAmongAccounts(cents, accounts);
  return {
    cents,
    exact: { numerator: bounded.numerator, denominator },
    rate: rateOf(basis, charged.numerator),
    shares,
    bounds: bounded.bounds.map(({ bound }) => bound),
    steps: [
      ...basisSteps(accounts, basis),
      ...charged.steps,
      rateStep(basis, charged.numerator),
      ...accountSteps({ plan, periodDays, denominator, fee: charged.numerator }, accounts),
      ...flatSteps(plan, billedDays, periodDays),
      ...boundSteps(plan, bounded.bounds, { billedDays, periodDays, denominator }),
      {
        step: "rounded",
        sum: dollarsText(bounded.numerator, denominator),
        amount: moneyText(cents),
      },
      ...shareSteps(shares),
    ],
  };
}

function accountsOf(parts: readonly FeePart[]): FeeAccount[] {
  const accounts = new Map<string, FeeAccount>();
  for (const { accountNumber, days, valueDays, discount } of parts) {
    const known = accounts.get(accountNumber);
    accounts.set(accountNumber, {
      accountNumber,
      days: (known?.days ?? 0n) + days,
      valueDays: (known?.valueDays ?? 0n) + valueDays,
      weight: (known?.weight ?? 0n) + valueDays * (wholePercent - discount),
      discounts: [...(known?.discounts ?? []), discount],
    });
  }
  return [...accounts.values()].toSorted((a, b) => (a.accountNumber < b.accountNumber ? -1 : 1));
}

/** Each account counts once, with its mean over its billed days. */
function sumOfBases(accounts: readonly FeeAccount[]): Basis {
  const denominator = accounts.reduce((product, { days }) => leastMultiple(product, days), 1n);
  const numerator = accounts.reduce(
    (sum, { valueDays, days }) => sum + (valueDays * denominator) / days,
    0n,
  );
  return { numerator, denominator };
}

function leastMultiple(a: bigint, b: bigint): bigint {
  let divisor = a;
  let rest = b;
  while (rest !== 0n) [divisor, rest] = [rest, divisor % rest];
  return (a / divisor) * b;
}

/** The days of the account that is billed longest. */
function mostDays(accounts: readonly FeeAccount[]): bigint {
  const byDays = accounts.toSorted((a, b) => (a.days > b.days ? -1 : 1));
  return byDays[0]?.days ?? 0n;
}

interface Bounds {
  readonly minimum: bigint | undefined;
  readonly maximum: bigint | undefined;
  readonly cap: bigint;
}

/** First the minimum, then the maximum, then the maximum rate, which no minimum may exceed. */
function boundFee(fee: bigint, { minimum, maximum, cap }: Bounds) {
  const bounds: { bound: FeeBound; numerator: bigint }[] = [];
  let numerator = fee;
  const bindTo = (bound: FeeBound, to: bigint) => {
    numerator = to;
    bounds.push({ bound, numerator });
  };
  if (minimum !== undefined && numerator < minimum) bindTo("minimum", minimum);
  if (maximum !== undefined && numerator > maximum) bindTo("maximum", maximum);
  if (numerator > cap) bindTo("cap", cap);
  return { numerator, bounds };
}

/** By weight, largest remainder, ties to the lower number; without any weight all to the first. */
function shareAmongAccounts(cents: bigint, accounts: readonly FeeAccount[]): FeeShare[] {
  const weights = accounts.map(({ weight }) => weight);
  const isWeightless = weights.every((weight) => weight === 0n);
  const parts = isWeightless
    ? accounts.map((_, at) => (at === 0 ? cents : 0n))
    : shareOut(cents, weights);
  return accounts.map(({ accountNumber, valueDays, days }, at) => ({
    accountNumber,
    basis: nearest(valueDays, days),
    cents: parts[at] ?? 0n,
  }));
}
