// Reads of transactions for other resources.

import type { Day } from "@bursar/values/dates";
import type { Reader } from "../../../platform/store/db.ts";
import { type Facts, factsOf, type TransactionRow } from "./facts.ts";
import { withLastCloses } from "./last-closes.ts";
import { selectFactsVersion, selectTransactions } from "./queries.ts";
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
export {
  type AddedLine,
  added,
  countAccountsWithFacts,
  isLoading,
  selectAccountsWithFacts,
  selectFactsVersion,
  selectLinesOfLoad,
  selectSellersAtClose,
  selectTradersOf,
  selectTransactions,
} from "./queries.ts";
export {
  accountNumberOf,
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
  const version = await selectFactsVersion(db, accountNumber);
  const rows = await selectTransactionsOf(db, [accountNumber]);
  return { ...factsOf(rows.get(accountNumber) ?? [], today), version };
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
