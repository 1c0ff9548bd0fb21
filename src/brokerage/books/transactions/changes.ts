// Changes of an account's facts for other resources.

import { type Day, newYorkDay } from "@bursar/values/dates";
import type { Decimal } from "@bursar/values/decimal";
import type { Tx } from "../../../platform/store/db.ts";
import { selectKnownSecurities } from "../../../reference/securities/queries.ts";
import {
  selectFolioNumbers,
  stateFoliosComputed,
} from "../../clients-and-accounts/accounts/changes.ts";
import type { TransactionRow } from "./facts.ts";
import { selectFirmsOf } from "./moves-queries.ts";
import {
  columnsOfNewRows,
  type DisposalSettings,
  type NewRowProblem,
  newRowColumns,
  problemsWithNewRows,
  withPlaces,
} from "./new-rows.ts";
import { insertTransactions, selectTransactions } from "./queries.ts";
import { withReceived } from "./received-lots.ts";
import type { TransactionRecord } from "./schema.ts";
import {
  acceptedColumns,
  updateAcceptedVersions,
  updateReceiverVersionsOfLoad,
} from "./version-queries.ts";

export { booked, transactionsBooked } from "./events.ts";
export { selectMovesBooked } from "./moves-queries.ts";
export type { NewRowProblem } from "./new-rows.ts";
export { rulesOfNewTransactions } from "./rules.ts";
export type { TransactionRecord } from "./schema.ts";
export { updateAddedSettings } from "./settings-queries.ts";
export { updateReceiverVersions } from "./version-queries.ts";

/** Lets the rows that the running load adds count from the versions to which it has brought the facts of
 * their accounts, whose locks the caller holds. */
export async function renewAcceptedVersions(tx: Tx): Promise<void> {
  await updateAcceptedVersions(tx);
  await updateReceiverVersionsOfLoad(tx);
}

/** An account into which rows are booked. */
export interface BookedAccount extends DisposalSettings {
  readonly accountNumber: string;
  /** The version of its facts before the rows. */
  readonly version: string;
}

/** A transaction to be stored; without a place it takes the next one that is free on its day. */
export type PlacedLater = Omit<TransactionRecord, "entryOrder"> & {
  readonly entryOrder?: Decimal | undefined;
};

/** Folios of an account whose performance is computed from now on, since they have transactions. */
export interface FoliosComputed {
  readonly accountNumber: string;
  readonly folios: readonly string[];
}

/** Rows to be stored of an account. */
export interface RowsToStore {
  readonly account: BookedAccount;
  readonly rows: readonly PlacedLater[];
}

/** Stores transactions of some accounts, each named once, whose locks are held, as are those of the accounts to which they
 * move lots, or returns what is wrong with those of each, and then stores none; whether they can be applied, the books
 * say. Nothing can have happened after `now`. */
export async function storeTransactions(
  tx: Tx,
  now: Date,
  toStore: readonly RowsToStore[],
): Promise<{
  /** In the order of the accounts. */
  readonly problems: readonly (readonly NewRowProblem[])[];
  /** Of the accounts themselves, and of those that receive lots. */
  readonly foliosComputed: readonly FoliosComputed[];
}> {
  const all = toStore.flatMap(({ rows }) => rows);
  const numbers = [
    ...new Set([...toStore.map(({ account }) => account.accountNumber), ...receiversOf(all)]),
  ];
  const [known, folios, firms, securities] = await Promise.all([
    withReceived(tx, numbers, selectTransactions(tx, numbers)),
    selectFolioNumbers(tx, numbers),
    selectFirmsOf(tx, numbers),
    selectKnownSecurities(tx, securitiesOf(all)),
  ]);
  const stored = { known, folios, firms, securities: new Set(securities), today: newYorkDay(now) };
  const judged = toStore.map((each) => judgedRows(each, stored));
  const problems = judged.map((each) => each.problems);
  if (problems.flat().length > 0) return { problems, foliosComputed: [] };
  const placed = judged.flatMap((each) => each.placed);
  const columns = judged.flatMap((each) => each.columns);
  const accepted = columns.map((row) => ({ ...row, accepted_at: now }));
  const named = foliosNamed(placed, numbers);
  const [, computed] = await Promise.all([
    insertTransactions(tx, [...newRowColumns, ...acceptedColumns], accepted),
    stateFoliosComputed(tx, numbers, named),
  ]);
  const byAccount = Map.groupBy(computed, accountOfFolio);
  const foliosComputed = numbers.map((accountNumber): FoliosComputed => {
    return { accountNumber, folios: byAccount.get(accountNumber) ?? [] };
  });
  return { problems, foliosComputed };
}

/** The stored facts of accounts into which rows are booked, and of accounts to which they move lots. */
interface StoredOfAll {
  readonly known: readonly TransactionRow[];
  readonly folios: readonly string[];
  readonly firms: ReadonlyMap<string, string>;
  readonly securities: ReadonlySet<string>;
  readonly today: Day;
}

/** The rows of an account with their places, what is wrong with them, and how they are stored. */
function judgedRows({ account, rows }: RowsToStore, stored: StoredOfAll) {
  const { accountNumber, version } = account;
  const concerned = new Set([accountNumber, ...receiversOf(rows)]);
  const known = stored.known.filter((row) => concerned.has(row.accountNumber));
  const own = known.filter((row) => row.accountNumber === accountNumber);
  const placed = withPlaces(rows, known) as TransactionRecord[];
  const problems = problemsWithNewRows(placed, {
    accountNumber,
    rows: own,
    firms: stored.firms,
    folios: new Set(stored.folios.filter((folio) => concerned.has(accountOfFolio(folio)))),
    securities: stored.securities,
    today: stored.today,
  });
  const accepted = { accepted_version: String(BigInt(version) + 1n) };
  const columns =
    problems.length > 0
      ? []
      : columnsOfNewRows(placed, own, account).map((row) => ({ ...row, ...accepted }));
  return { placed, problems, columns };
}

function accountOfFolio(folioNumber: string): string {
  return folioNumber.slice(0, -2);
}

/** The folios of some accounts that rows name. */
function foliosNamed(
  rows: readonly TransactionRecord[],
  accountNumbers: readonly string[],
): string[] {
  const accounts = new Set(accountNumbers);
  const named = rows.flatMap(({ folioNumber, toFolioNumber, feePaidBy }) =>
    [folioNumber, toFolioNumber, feePaidBy].filter((folio) => folio !== undefined),
  );
  return [...new Set(named)].filter((folio) => accounts.has(accountOfFolio(folio)));
}

/** The accounts to which rows move lots. */
export function receiversOf(rows: readonly Pick<PlacedLater, "toAccountNumber">[]): string[] {
  const named = rows.map(({ toAccountNumber }) => toAccountNumber);
  return [...new Set(named.filter((number) => number !== undefined))];
}

function securitiesOf(rows: readonly PlacedLater[]): string[] {
  const named = rows.flatMap(({ securityId, intoSecurityId }) => [securityId, intoSecurityId]);
  return [...new Set(named.filter((id) => id !== undefined))];
}
