// What a model's weights must be. (interface 2.8)
import { type Decimal, sameValue, sum } from "../../values/decimal.ts";
import type { WeightRecord } from "./schema.ts";

/** What is wrong with the weights of a model: a security twice, or targets not adding to 100. */
export function faultsOfWeights(weights: readonly WeightRecord[]): string[] {
  const tickers = weights.map(({ ticker }) => ticker);
  const doubles = new Set(tickers.filter((ticker, index) => tickers.indexOf(ticker) !== index));
  const total = sum(weights.map(({ targetWeight }) => targetWeight));
  return [
    ...[...doubles].map((ticker) => `${ticker} appears more than once.`),
    ...(sameValue(total, whole) ? [] : [`The target weights add to ${total}, not to 100.00.`]),
  ];
}

const whole = "100.00" as Decimal;
