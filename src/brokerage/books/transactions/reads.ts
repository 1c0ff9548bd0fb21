// Reads of transactions for other resources.

import type { Day } from "@bursar/values/dates";
import type { Reader, Tx } from "../../../platform/store/db.ts";
import { type Facts, factsOf, type TransactionRow } from "./facts.ts";
import { withLastCloses } from "./last-closes.ts";
import {
  type AddedLine,
  selectAccountsAfter,
  selectAddedLines,
  selectCountAfter,
  selectTransactions,
  selectVersion,
} from "./queries.ts";
import { withReceived } from "./received-lots.ts";

export {
  type AppliedTransactions,
  applyTied,
  applyTransactions,
  type FactProblem,
} from "./apply-transactions.ts";
export { type Facts, factOf, factsOf, isInForce, type TransactionRow } from "./facts.ts";
export { transactionKind } from "./load.ts";
export {
  type AccountRows,
  giversOf,
  isTied,
  ownFactsOf,
  withOtherReceivers,
} from "./moved-lots.ts";
export type { ReceivedMove } from "./moves-queries.ts";
export { namedLotOf } from "./named-lots.ts";
export { isBehindEvents, isOfPositions, mayConcernPositions, onlyOf } from "./order-queries.ts";
export { selectPromised } from "./promised-queries.ts";
export type { AddedLine } from "./queries.ts";
export {
  added,
  isLoading,
  selectSellersAtClose,
  selectTradersOf,
  selectTransactions,
} from "./queries.ts";
export {
  mergeReceived,
  rowOfReceived,
  selectEverGivers,
  withReceivedAt,
  withReceivers,
} from "./received-lots.ts";
export { NewTransactions, namedLot } from "./schema.ts";

/** An account's facts in force and their version. */
export interface VersionedFacts extends Facts {
  readonly version: string;
}

/** The facts of an account in order: with cancelled ones left out and replacements in place; with a
 * day those alone that have taken effect by then. What others move to it has its shares, not its pieces. */
export async function selectFacts(
  db: Reader,
  accountNumber: string,
  today?: Day,
): Promise<VersionedFacts> {
  // The version is read first: facts that change meanwhile are newer than it, never older.
  const version = await selectVersion(db, accountNumber);
  const rows = await selectTransactionsOf(db, [accountNumber]);
  return { ...factsOf(rows.get(accountNumber) ?? [], today), version };
}

/** The version of an account's transactions and valuations; it increases with every change of them.
 * */
export async function selectFactsVersion(db: Reader, accountNumber: string): Promise<string> {
  return selectVersion(db, accountNumber);
}

/** The next accounts, in order of number, that have transactions or valuations. */
export async function selectAccountsWithFacts(
  db: Reader,
  after: string,
  most: number,
): Promise<string[]> {
  return selectAccountsAfter(db, after, most);
}

/** How many accounts have transactions or valuations, from the one after `after` on. */
export async function countAccountsWithFacts(db: Reader, after: string): Promise<number> {
  return selectCountAfter(db, after);
}

/** The transactions of some accounts, each account's in the order of facts; with those that are
 * taken back, and with what others move to it. */
export async function selectTransactionsOf(
  db: Reader,
  accountNumbers: readonly string[],
): Promise<ReadonlyMap<string, readonly TransactionRow[]>> {
  const own = selectTransactions(db, accountNumbers).then((rows) => withLastCloses(db, rows));
  const rows = await withReceived(db, accountNumbers, own);
  return Map.groupBy(rows, ({ accountNumber }) => accountNumber);
}

/** The transactions that the running load adds to some accounts, by line. */
export async function selectLinesOfLoad(
  tx: Tx,
  accountNumbers: readonly string[],
): Promise<AddedLine[]> {
  return selectAddedLines(tx, accountNumbers);
}
