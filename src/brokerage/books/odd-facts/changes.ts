// What a load says of its facts that are odd: they are stored, and told so that a person can look at them.
// Nothing is refused for them. (docs/loading.md, "Odd facts")
import type { Decimal } from "@bursar/values/decimal";
import { textOf } from "@bursar/values/units";
import { query } from "../../../platform/bulk/kinds/load-sql.ts";
import type { AfterAll, Notify } from "../../../platform/bulk/load-kind.ts";
import type { SqlPart, Tx } from "../../../platform/store/db.ts";
import { isBusinessDay } from "../../../reference/exchange-days/calendar.ts";
import type { StagedSeries } from "../performance/changes.ts";
import {
  doubledPayouts,
  loneReinvestments,
  type OddPayout,
  type TradedDay,
  tradedDays,
  unheldDividends,
} from "./payout-queries.ts";
import {
  type OddAmount,
  type OddFact,
  type OddParent,
  type OddPrice,
  type OddValue,
  oddAmounts,
  oddParents,
  oddPrices,
  oddValues,
} from "./price-queries.ts";
import { isStaged, keepLoadedFacts, ofLoad } from "./scope-queries.ts";
import {
  amountSentence,
  doubledSentence,
  parentSentence,
  priceSentence,
  reinvestmentSentence,
  restDaySentence,
  returnSentence,
  unfollowedSentence,
  unheldSentence,
  unlistedSentence,
  unseenSentence,
  valueSentence,
} from "./sentences.ts";
import {
  type OddSplit,
  type UnlistedSplit,
  type UnseenSplit,
  unfollowedSplits,
  unlistedSplits,
  unseenSplits,
} from "./split-queries.ts";

/** Tells of the transactions that the running load adds what they show by themselves, beside closes and beside
 * others; before books are computed, so that nothing is locked meanwhile. */
export async function tellOddFacts(tx: Tx, notify: Notify): Promise<void> {
  if (!(await keepLoadedFacts(tx))) return;
  await tell<OddAmount>(tx, notify, oddAmounts(ofLoad), amountSentence);
  await tell<OddPrice>(tx, notify, oddPrices(ofLoad), priceSentence);
  await tell<OddValue>(tx, notify, oddValues(ofLoad), valueSentence);
  await tell<OddParent>(tx, notify, oddParents(ofLoad), parentSentence);
  await tell<UnseenSplit>(tx, notify, unseenSplits(ofLoad), unseenSentence);
  await tell<UnlistedSplit>(tx, notify, unlistedSplits(ofLoad), unlistedSentence);
  await tell<OddPayout>(tx, notify, doubledPayouts(ofLoad), doubledSentence);
  await tell<OddFact>(tx, notify, loneReinvestments(ofLoad), reinvestmentSentence);
  const days = await query<TradedDay>(tx, tradedDays(ofLoad));
  const resting = days.filter(({ on, status }) => !isBusinessDay(on, status ?? undefined));
  tellFirst(resting.slice(0, ofLoad.most).map(restDaySentence), resting.length, notify);
}

/** Tells of dividends that the load adds of what was not held, once lots follow it. */
export const tellUnheldDividends: AfterAll = async (tx, { notify }) => {
  // Lots of a spread store are not compared with what is staged here; doctor compares all of them.
  if (tx.isSpread || !(await isStaged(tx, "load_fact"))) return;
  await tell<OddPayout>(tx, notify, unheldDividends(ofLoad), unheldSentence);
};

/** Tells of splits of securities that the load adds and accounts do not follow, once lots follow it. */
export const tellUnfollowedSplits: AfterAll = async (tx, { notify }) => {
  if (tx.isSpread || !(await isStaged(tx, "load_splits_changes"))) return;
  await tell<OddSplit>(tx, notify, unfollowedSplits(ofLoad), unfollowedSentence);
};

/** Tells of days whose return is too large to be believed and was not stored so. */
export function tellLargeReturns(series: readonly ChangedSeries[], notify: Notify): void {
  const days = series.flatMap(({ folioNumber, large }) =>
    // The account's own is that of its folios.
    folioNumber === "" ? [] : large.map((day) => ({ folioNumber, ...day })),
  );
  const first = days.slice(0, ofLoad.most).map(({ folioNumber, on, value }) => {
    return returnSentence({ folioNumber, on, percent: textOf(value, 5) as Decimal });
  });
  tellFirst(first, days.length, notify);
}

type ChangedSeries = Pick<StagedSeries, "folioNumber" | "large">;

async function tell<Row extends { readonly count: number }>(
  tx: Tx,
  notify: Notify,
  statement: SqlPart,
  sentence: (row: Row) => string,
): Promise<void> {
  const rows = await query<Row>(tx, statement);
  tellFirst(rows.map(sentence), rows[0]?.count ?? 0, notify);
}

function tellFirst(sentences: readonly string[], count: number, notify: Notify): void {
  for (const sentence of sentences) notify(sentence);
  const more = count - sentences.length;
  if (more > 0) notify(`And ${more} more like the last.`);
}
