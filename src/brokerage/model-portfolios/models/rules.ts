// Rules of a model's weights. (interface 2.8)
import { compare, type Decimal, sameValue, sum } from "@bursar/values/decimal";
import { type RowProblem, type RowRule, rowEntryRules } from "../../../values/row-rule.ts";
import type { WeightRecord } from "./schema.ts";

const entries = rowEntryRules<{ readonly targetWeights: readonly WeightRecord[] }>();

/**
 * A security appears once, and the target weights add up to 100. With a bad weight their sum is
 * checked only as far as it is certain: the others alone are more than 100.
 */
export const rulesOfModel: readonly RowRule[] = [
  entries("targetWeights", ["ticker"], (weights) => {
    const tickers = weights.flatMap((weight) => weight?.ticker ?? []);
    const doubles = new Set(tickers.filter((ticker, index) => tickers.indexOf(ticker) !== index));
    return [...doubles].map((ticker) => fault(`${ticker} appears more than once.`));
  }),
  entries("targetWeights", ["targetWeight"], (weights) => {
    const known = weights.flatMap((weight) => weight?.targetWeight ?? []);
    const total = sum(known);
    const isBroken =
      known.length === weights.length ? !sameValue(total, whole) : compare(total, whole) > 0;
    return isBroken ? [fault(`The target weights add to ${total}, not to 100.00.`)] : [];
  }),
];

const whole = "100.00" as Decimal;

function fault(reason: string): RowProblem {
  return { column: "targetWeights", reason };
}
