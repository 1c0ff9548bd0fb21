// What is allowed but odd, so that a person should look at it. (docs/operations.md)
import type { Reader } from "../platform/store/db.ts";
import { jumpSentence } from "../reference/prices/odd-closes.ts";
import {
  type Counted,
  selectEndlessKeys,
  selectOutlying,
  selectOverdrawn,
  selectStale,
  selectWithoutSource,
} from "./oddity-queries.ts";

/** Findings of one kind: how many there are, and the first of them in sentences. */
export interface Oddity {
  readonly kind: string;
  readonly count: number;
  readonly first: readonly string[];
}

/** For how many days a held security may be without a close: longer than any weekend with holidays. */
const staleAfterDays = 7;

/** Everything odd in the records, by kind; kinds without a finding are left out. */
export async function findOddities(db: Reader): Promise<Oddity[]> {
  const oddities = [
    oddity(
      "negative cash",
      await selectOverdrawn(db),
      ({ folioNumber, amount }) => `Folio ${folioNumber} has cash of ${amount}.`,
    ),
    oddity(
      "stale price",
      await selectStale(db, staleAfterDays),
      ({ securityId, ticker, folios, pricedOn }) =>
        `Security ${securityId} (${ticker}), which ${folios} ${folios === 1 ? "folio holds" : "folios hold"}, ` +
        (pricedOn === null ? "has no close." : `has no close since ${pricedOn}.`),
    ),
    oddity("outlying price", await selectOutlying(db), jumpSentence),
    oddity(
      "account without a source",
      await selectWithoutSource(db),
      ({ accountNumber }) =>
        `Account ${accountNumber} has no transactions, valuations or unit values.`,
    ),
    oddity(
      "key without expiry",
      await selectEndlessKeys(db),
      ({ keyId, apiUserId }) => `Key ${keyId} of API user ${apiUserId} never expires.`,
    ),
  ];
  return oddities.filter(({ count }) => count > 0);
}

function oddity<Row>(
  kind: string,
  rows: readonly Counted<Row>[],
  sentence: (row: Row) => string,
): Oddity {
  return { kind, count: rows[0]?.count ?? 0, first: rows.map(sentence) };
}
