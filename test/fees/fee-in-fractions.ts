// A second calculation of a unit's fee, straight from its formulas and in fractions of dollars. It shares no
// code with the service's.
import {
  dividedBy,
  type Fraction,
  floorOf,
  fraction,
  halfUp,
  isBelow,
  larger,
  minus,
  none,
  plus,
  smaller,
  sumOf,
  times,
} from "./fraction.ts";

/** A plan in dollars, rates and percents as fractions of 1. */
export interface PlanInFractions {
  readonly tiers: readonly { readonly from: Fraction; readonly rate: Fraction }[];
  readonly tierType: "M" | "W";
  readonly basis: "AVG" | "END";
  readonly months: bigint;
  readonly flatFee: Fraction | undefined;
  readonly minimumFee: Fraction | undefined;
  readonly maximumFee: Fraction | undefined;
  readonly maximumRate: Fraction;
  readonly flowFrom: Fraction | undefined;
}

/** A part of the period, with the value at the end of each of its days and each day's flow, in dollars. */
export interface PartInFractions {
  readonly account: string;
  readonly values: readonly Fraction[];
  readonly flows: readonly Fraction[];
  readonly discount: Fraction;
}

/** The fee before rounding, and the cents of each account in order of its number. */
export function feeInFractions(
  plan: PlanInFractions,
  periodDays: number,
  parts: readonly PartInFractions[],
): { readonly exact: Fraction; readonly shares: ReadonlyMap<string, bigint> } {
  const ofPeriod = (part: PartInFractions) =>
    fraction(BigInt(part.values.length), BigInt(periodDays));
  const time = fraction(plan.months, 12n);
  const accounts = [...new Set(parts.map(({ account }) => account))].toSorted();
  const partsOf = (account: string) => parts.filter((part) => part.account === account);
  const timeOf = (account: string) => sumOf(partsOf(account).map(ofPeriod));

  const basisOfAccount = (account: string) => {
    const weighed = partsOf(account).map((part) => times(basisOf(plan, part), ofPeriod(part)));
    return dividedBy(sumOf(weighed), timeOf(account));
  };
  const together = sumOf(accounts.map(basisOfAccount));
  const rate = together.over === 0n ? none : dividedBy(assetFee(plan, together), together);
  const longest = accounts.map(timeOf).reduce(larger, none);

  const weightOf = (part: PartInFractions) =>
    times(basisOf(plan, part), ofPeriod(part), minus(fraction(1n), part.discount));
  let exact = plus(
    times(sumOf(parts.map(weightOf)), rate, time),
    times(plan.flatFee ?? none, time, longest),
  );
  if (plan.minimumFee) exact = larger(exact, times(plan.minimumFee, time, longest));
  if (plan.maximumFee) exact = smaller(exact, times(plan.maximumFee, time, longest));
  const billed = sumOf(parts.map((part) => times(basisOf(plan, part), ofPeriod(part))));
  exact = smaller(exact, times(billed, plan.maximumRate, time));

  const cents = halfUp(times(exact, fraction(100n)));
  const weights = accounts.map((account) => sumOf(partsOf(account).map(weightOf)));
  return { exact, shares: new Map(shared(cents, accounts, weights)) };
}

function basisOf(plan: PlanInFractions, { values, flows }: PartInFractions): Fraction {
  const days = fraction(BigInt(values.length));
  if (plan.basis === "AVG") return larger(none, dividedBy(sumOf(values), days));
  let basis = values.at(-1) ?? none;
  for (const [before, flow] of flows.entries()) {
    const size = flow.over < 0n ? minus(none, flow) : flow;
    if (plan.flowFrom === undefined || isBelow(size, plan.flowFrom)) continue;
    basis = minus(basis, dividedBy(times(flow, fraction(BigInt(before))), days));
  }
  return larger(none, basis);
}

function assetFee({ tiers, tierType }: PlanInFractions, basis: Fraction): Fraction {
  let fee = none;
  for (const [at, { from, rate }] of tiers.entries()) {
    if (isBelow(basis, from)) break;
    const next = tiers[at + 1]?.from;
    const to = next === undefined ? basis : smaller(next, basis);
    fee = tierType === "M" ? plus(fee, times(minus(to, from), rate)) : times(basis, rate);
  }
  return fee;
}

function shared(
  cents: bigint,
  accounts: readonly string[],
  weights: readonly Fraction[],
): [string, bigint][] {
  const whole = sumOf(weights);
  if (whole.over === 0n) return accounts.map((account, at) => [account, at === 0 ? cents : 0n]);
  const ideal = weights.map((weight) => dividedBy(times(weight, fraction(cents)), whole));
  const parts = ideal.map(floorOf);
  const rests = ideal.map((part, at) => minus(part, fraction(parts[at] ?? 0n)));
  let left = parts.reduce((rest, part) => rest - part, cents);
  while (left > 0n) {
    const most = rests.reduce(larger);
    const at = rests.indexOf(
      rests.find((rest) => rest.over * most.under === most.over * rest.under) ?? most,
    );
    parts[at] = (parts[at] ?? 0n) + 1n;
    rests[at] = fraction(-1n);
    left -= 1n;
  }
  return accounts.map((account, at) => [account, parts[at] ?? 0n]);
}
