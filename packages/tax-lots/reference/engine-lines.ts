// The engine's result in the reference's format.

import type { Book } from "../src/relief/book.ts";
import { runFacts } from "../src/reorganizations/run.ts";
import { closedLots } from "../src/results/closed-lots.ts";
import { openLots } from "../src/results/open-lots.ts";
import { sumsOf } from "../src/results/sums.ts";
import type { History } from "./histories/histories.ts";

/** Rows and open lots of a history, or the first refusal. */
export function engineLines({ account, facts }: History): string[] {
  const { book, refusals } = runFacts(account, facts);
  const [refusal] = refusals;
  if (refusal !== undefined) return [`refused ${refusal.transactionId}`];
  return bookLines(book);
}

/** The contents of a book, checked for conservation. */
export function bookLines(book: Book): string[] {
  sumsOf(book);
  const show = (value: string | null) => value ?? "-";
  const rows = Array.from(closedLots(book), (row) =>
    [
      `closed ${row.originatingTransactionId} by ${row.closingTransactionId}`,
      `${show(row.transCode)} ${row.shareQuantity} net ${show(row.netSaleAmount)}`,
      `basis ${show(row.adjustedCostBasis)} disallowed ${show(row.disallowedLoss)}`,
      `gain ${show(row.reportableGainLoss)} cost ${show(row.originalCostBasis)}`,
      `${show(row.adjustedAcquisitionDate)} ${row.termOfSale}`,
      `replaced ${show(row.replacementTransactionId)}`,
      `lower ${show(row.giftMarketValue)} as acquired ${row.unadjustedShareQuantity}`,
      `gift ${show(row.giftDate)} transfer ${show(row.transferDate)}`,
      `at ${show(row.salePrice)} for ${show(row.exchangedShares)}`,
    ].join(" "),
  );
  const lots = openLots(book)
    .map((lot) =>
      [
        `left ${lot.security} ${lot.originatingTransactionId} ${lot.shareQuantity}`,
        `basis ${show(lot.adjustedCostBasis)} cost ${show(lot.originalCostBasis)}`,
        `${show(lot.originalAcquisitionDate)} ${show(lot.adjustedAcquisitionDate)}`,
        `lower ${show(lot.giftMarketValue)} as acquired ${lot.unadjustedShareQuantity}`,
        `gift ${show(lot.giftDate)} transfer ${show(lot.transferDate)}`,
      ].join(" "),
    )
    .map((line, at) => ({ line, at, security: line.slice(5, 8) }))
    .sort((a, b) => a.security.localeCompare(b.security) || a.at - b.at);
  return [...rows, ...lots.map(({ line }) => line)];
}
