// Every fact in force that is odd, for `bursar doctor`. (docs/operations.md)
import type { Reader } from "../../../platform/store/db.ts";
import { isBusinessDay } from "../../../reference/exchange-days/calendar.ts";
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
  mostOfStore,
  selectDoubledPayouts,
  selectLargeReturns,
  selectLoneReinvestments,
  selectOddAmounts,
  selectOddParents,
  selectOddPrices,
  selectOddValues,
  selectTradedDays,
  selectUnfollowedSplits,
  selectUnheldDividends,
  selectUnlistedSplits,
  selectUnseenSplits,
} from "./store-queries.ts";

/** Odd facts of one kind: how many there are, and the first of them in sentences. */
export interface OddFacts {
  readonly kind: string;
  readonly count: number;
  readonly first: readonly string[];
}

/** Everything odd among the facts in force, by kind, also those of which there is none. */
export async function findOddFacts(db: Reader): Promise<OddFacts[]> {
  const days = await selectTradedDays(db);
  const resting = days.filter(({ on, status }) => !isBusinessDay(on, status ?? undefined));
  return [
    found("amount that does not fit", await selectOddAmounts(db), amountSentence),
    found("price far from the close", await selectOddPrices(db), priceSentence),
    found("value far from the close", await selectOddValues(db), valueSentence),
    found("spin-offs with several values", await selectOddParents(db), parentSentence),
    found("split that closes do not show", await selectUnseenSplits(db), unseenSentence),
    found("split that is not listed", await selectUnlistedSplits(db), unlistedSentence),
    found("split that is not followed", await selectUnfollowedSplits(db), unfollowedSentence),
    found("payout entered twice", await selectDoubledPayouts(db), doubledSentence),
    found("dividend of nothing held", await selectUnheldDividends(db), unheldSentence),
    found("reinvestment alone", await selectLoneReinvestments(db), reinvestmentSentence),
    {
      kind: "trades on a day of rest",
      count: resting.length,
      first: resting.slice(0, mostOfStore).map(restDaySentence),
    },
    found("return above 50 %", await selectLargeReturns(db), returnSentence),
  ];
}

function found<Row extends { readonly count: number }>(
  kind: string,
  rows: readonly Row[],
  sentence: (row: Row) => string,
): OddFacts {
  return { kind, count: rows[0]?.count ?? 0, first: rows.map(sentence) };
}
