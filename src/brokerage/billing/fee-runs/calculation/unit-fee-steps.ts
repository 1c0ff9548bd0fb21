// The working of a unit's fee, line by line.
import { moneyText, nearest, textOf } from "@bursar/values/units";
import type { Basis } from "./asset-fee.ts";
import type { FeeAccount, FeeBound, FeeShare } from "./fee-account.ts";
import { dollarsText, percentText } from "./fee-figures.ts";
import { type FeePlan, wholeRate } from "./fee-plan.ts";
import type { FeeStep } from "./fee-step.ts";

/** Each account's basis and, of several, their sum. */
export function basisSteps(accounts: readonly FeeAccount[], basis: Basis): FeeStep[] {
  const ofAccounts = accounts.map(
    ({ accountNumber, valueDays, days }): FeeStep => ({
      step: "basis",
      sum: accountNumber,
      amount: dollarsText(valueDays, days),
    }),
  );
  if (accounts.length === 1) return ofAccounts;
  return [...ofAccounts, { step: "basis", sum: "Together", amount: basisText(basis) }];
}

/** The rate of the year, from the fee of the year in cents × `wholeRate` × the denominator. */
export function rateStep(basis: Basis, fee: bigint): FeeStep {
  const ofYear = dollarsText(fee, basis.denominator * wholeRate);
  return {
    step: "rate",
    sum: `${ofYear} ÷ ${basisText(basis)}, percent a year`,
    amount: rateOf(basis, fee),
  };
}

/** The same rate as text: percent of a year, 6 places. */
export function rateOf(basis: Basis, fee: bigint): string {
  if (basis.numerator === 0n) return textOf(0n, 6);
  return textOf(nearest(fee, basis.numerator), 6);
}

function basisText({ numerator, denominator }: Basis): string {
  return dollarsText(numerator, denominator);
}

/** The amount that each account adds before flat fee and bounds. */
export function accountSteps(
  calculated: {
    readonly plan: FeePlan;
    readonly periodDays: bigint;
    readonly fee: bigint;
    readonly denominator: bigint;
  },
  accounts: readonly FeeAccount[],
): FeeStep[] {
  const { plan, periodDays, fee, denominator } = calculated;
  return accounts.map(({ accountNumber, valueDays, days, weight, discounts }) => ({
    step: "fee",
    sum:
      `${accountNumber}: ${dollarsText(valueDays, days)} × the rate ` +
      `× ${plan.months}/12 × ${days}/${periodDays}${discountText(discounts)}`,
    amount: dollarsText(weight * fee * plan.months, denominator),
  }));
}

function discountText(discounts: readonly bigint[]): string {
  const granted = new Set(discounts.filter((discount) => discount !== 0n));
  if (granted.size === 0) return "";
  return `, less ${[...granted].map(percentText).join(" and ")} percent`;
}

/** The flat fee, for the account that is billed longest. */
export function flatSteps(
  { flatFee, months }: FeePlan,
  billedDays: bigint,
  periodDays: bigint,
): FeeStep[] {
  if (flatFee === undefined) return [];
  return [
    {
      step: "flat",
      sum: `${moneyText(flatFee)} × ${months}/12 × ${billedDays}/${periodDays}`,
      amount: dollarsText(flatFee * months * billedDays, 12n * periodDays),
    },
  ];
}

/** The bounds that changed the fee. */
export function boundSteps(
  plan: FeePlan,
  bounds: readonly { readonly bound: FeeBound; readonly numerator: bigint }[],
  days: {
    readonly billedDays: bigint;
    readonly periodDays: bigint;
    readonly denominator: bigint;
  },
): FeeStep[] {
  const time = `${plan.months}/12 × ${days.billedDays}/${days.periodDays}`;
  return bounds.map(({ bound, numerator }) => ({
    step: bound,
    sum: boundTexts[bound](plan, time),
    amount: dollarsText(numerator, days.denominator),
  }));
}

const boundTexts: Record<FeeBound, (plan: FeePlan, time: string) => string> = {
  minimum: ({ minimumFee = 0n }, time) => `At least ${moneyText(minimumFee)} × ${time}`,
  maximum: ({ maximumFee = 0n }, time) => `At most ${moneyText(maximumFee)} × ${time}`,
  cap: ({ maximumRate, months }) =>
    `At most ${percentText(maximumRate)} percent a year of the basis, each by its days × ${months}/12`,
};

/** The fee of each of several accounts. */
export function shareSteps(shares: readonly FeeShare[]): FeeStep[] {
  if (shares.length === 1) return [];
  return shares.map(({ accountNumber, cents }) => ({
    step: "share",
    sum: accountNumber,
    amount: moneyText(cents),
  }));
}
