// A model as a firm writes it: its securities as the store knows them, and what an entry says.

import { fixed, sameValue } from "@bursar/values/decimal";
import type { Reader } from "../../../platform/store/db.ts";
import { selectSecuritiesOf } from "../../../reference/securities/queries.ts";
import type { ModelRow, WeightRow } from "./queries.ts";
import type { NewWeight } from "./schema.ts";

/** Cash itself, where no security stands for it. */
export const cash = "0";

/** The securities that a request names, each ticker as its security has it. */
export interface KnownSecurities {
  readonly cashSecurity?: string;
  readonly weights?: readonly WeightRow[];
  readonly hasUnknownTicker: boolean;
  readonly isBenchmarkUnknown: boolean;
  /** Whether two tickers are of one security: its own, and one that it had. */
  readonly isNamedTwice: boolean;
}

/** The securities in a request; an unchanged part names none. */
interface NamedSecurities {
  readonly cashSecurity?: string;
  readonly targetWeights?: readonly NewWeight[];
  readonly benchmarkItem?: string | null;
}

/** The securities that a request names, ignoring case. */
export async function knownSecurities(
  db: Reader,
  { cashSecurity, targetWeights, benchmarkItem }: NamedSecurities,
): Promise<KnownSecurities> {
  const isTicker = cashSecurity !== undefined && cashSecurity !== cash;
  const named = [
    ...(targetWeights ?? []).map(({ ticker }) => ticker),
    ...(isTicker ? [cashSecurity] : []),
  ];
  const benchmark = benchmarkItem?.toUpperCase();
  const known = await selectSecuritiesOf(
    db,
    benchmark === undefined ? named : [...named, benchmark],
  );
  // A security that not everybody sees is refused like one that is not there, so that nobody learns
  // of it.
  const canBeHeld = (ticker: string) => {
    const security = known.get(ticker.toUpperCase());
    return security?.isIndex === false && !security.isPrivate;
  };
  const asStored = (ticker: string) => known.get(ticker.toUpperCase())?.ticker ?? ticker;
  const weights = targetWeights?.map((each) => newWeight(each, asStored));
  return {
    hasUnknownTicker: !named.every(canBeHeld),
    // Firms that see the model see the closes of what everybody sees.
    isBenchmarkUnknown: benchmark !== undefined && known.get(benchmark)?.isPrivate !== false,
    isNamedTwice: new Set(weights?.map(({ ticker }) => ticker)).size < (weights?.length ?? 0),
    ...(cashSecurity !== undefined && { cashSecurity: asStored(cashSecurity) }),
    ...(weights && { weights }),
  };
}

function newWeight(
  { ticker, targetWeight }: NewWeight,
  asStored: (ticker: string) => string,
): WeightRow {
  return { ticker: asStored(ticker), targetWeight, currentWeight: null };
}

/** Whether two lists give each security the same target, in whatever order. */
export function sameTargets(one: readonly WeightRow[], other: readonly WeightRow[]): boolean {
  const targets = new Map(one.map(({ ticker, targetWeight }) => [ticker, targetWeight]));
  return (
    one.length === other.length &&
    other.every(({ ticker, targetWeight }) => {
      const target = targets.get(ticker);
      return target !== undefined && sameValue(target, targetWeight);
    })
  );
}

/** The fields of a model that requests write, in the interface's names, for the audit. */
export function writtenFields(model: ModelRow) {
  return {
    folioName: model.folioName,
    longName: model.longName,
    description: model.description,
    URL: model.url,
    benchmarkItem: model.benchmarkItem,
    cashSecurity: model.cashSecurity,
    programOid: [...model.programOids],
    style: model.style,
    tradePctThreshold: fixed(model.tradePctThreshold, 2),
    publishedStatus: model.publishedStatus as string,
    targetWeights: model.targetWeights.map(({ ticker, targetWeight, currentWeight }) => ({
      ticker,
      targetWeight: fixed(targetWeight, 2),
      currentWeight: currentWeight && fixed(currentWeight, 2),
    })),
  };
}
