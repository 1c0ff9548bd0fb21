// The annual fee on a basis, tier by tier.
import { moneyText } from "@bursar/values/units";
import { dollarsText, rateText } from "./fee-figures.ts";
import { type FeePlan, type FeeTier, wholeRate } from "./fee-plan.ts";
import type { FeeStep } from "./fee-step.ts";

/** A basis in cents as a fraction, since means over days are seldom whole. */
export interface Basis {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** The annual fee in cents × `wholeRate` × the basis' denominator, and its steps. */
export function assetFee(
  { tiers, tierType }: Pick<FeePlan, "tiers" | "tierType">,
  basis: Basis,
): { readonly numerator: bigint; readonly steps: FeeStep[] } {
  const charged = tierType === "M" ? marginalParts(tiers, basis) : wholePart(tiers, basis);
  return {
    numerator: charged.reduce((total, { tier, part }) => total + part * tier.rate, 0n),
    steps: charged.map(({ tier, part }) => ({
      step: "tier",
      sum:
        `${dollarsText(part, basis.denominator)} × ${rateText(tier.rate)} percent ` +
        `(from ${moneyText(tier.from)})`,
      amount: dollarsText(part * tier.rate, basis.denominator * wholeRate),
    })),
  };
}

interface ChargedPart {
  readonly tier: FeeTier;
  /** Cents × the basis' denominator. */
  readonly part: bigint;
}

function marginalParts(tiers: readonly FeeTier[], basis: Basis): ChargedPart[] {
  return tiers.flatMap((tier, at) => {
    const from = tier.from * basis.denominator;
    const next = tiers[at + 1];
    const isLast = next === undefined || next.from * basis.denominator >= basis.numerator;
    const to = isLast ? basis.numerator : next.from * basis.denominator;
    return to > from ? [{ tier, part: to - from }] : [];
  });
}

/** The whole basis in the tier that it reaches; a basis of exactly a tier's amount has reached it. */
function wholePart(tiers: readonly FeeTier[], basis: Basis): ChargedPart[] {
  const tier = tiers.findLast(({ from }) => from * basis.denominator <= basis.numerator);
  return tier === undefined || basis.numerator === 0n ? [] : [{ tier, part: basis.numerator }];
}
