// The gains of holdings: since they were bought, and on their last day. (docs/positions.md)

import { centsOf, moneyText } from "@bursar/values/units";
import type { Holding } from "./valued-holdings.ts";

/** A holding as it is encoded, with its bases in dollars. */
interface Based {
  readonly longTermCostBasis: string | null;
  readonly shortTermCostBasis: string | null;
}

/** Encodes the gain of each holding, in their order; the bases are those encoded with it. */
export function encodeGains<T extends Based>(
  holdings: readonly Holding[],
  encoded: readonly T[],
): (T & { readonly unrealizedGainLoss: string | null; readonly dayChange: string | null })[] {
  const latestOn = holdings
    .flatMap(({ held }) => held?.price?.on ?? [])
    .toSorted()
    .at(-1);
  return encoded.map((each, at) => {
    const { held, value, change } = holdings[at] as Holding;
    const isLatest = held?.price?.on === latestOn;
    return {
      ...each,
      unrealizedGainLoss: held && value !== undefined ? gainOf(value, each) : null,
      dayChange: isLatest && change !== undefined ? moneyText(change) : null,
    };
  });
}

function gainOf(
  value: bigint,
  { longTermCostBasis: long, shortTermCostBasis: short }: Based,
): string | null {
  if (long === null || short === null) return null;
  return moneyText(value - centsOf(long) - centsOf(short));
}
