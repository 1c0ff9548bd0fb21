// Changes of an account's facts for other resources.

import { newYorkDay } from "@bursar/values/dates";
import type { Decimal } from "@bursar/values/decimal";
import type { Tx } from "../../../platform/store/db.ts";
import { selectKnownSecurities } from "../../../reference/securities/queries.ts";
import {
  selectFolioNumbers,
  stateFoliosComputed,
} from "../../clients-and-accounts/accounts/changes.ts";
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
import { updateAddedSettings } from "./settings-queries.ts";
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
export { updateReceiverVersions } from "./version-queries.ts";

/** Gives the disposals that the running load adds to some accounts the method and the rates that
 * these have now; the caller holds their locks. */
export async function renewSettings(tx: Tx, accountNumbers: readonly string[]): Promise<void> {
  await updateAddedSettings(tx, accountNumbers);
}

/** Lets the rows that the running load adds count from the versions to which it has brought the facts of
 * their accounts, whose locks the caller holds. */
export async function renewAcceptedVersions(tx: Tx): Promise<void> {
  await updateAcceptedVersions(tx);
  await updateReceiverVersionsOfLoad(tx);
}

/** The account into which rows are booked, and the moment after which nothing can have happened. */
export interface BookedAccount extends DisposalSettings {
  readonly accountNumber: string;
  /** The version of its facts before the rows. */
  readonly version: string;
  readonly now: Date;
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

/** Stores transactions of an account whose lock is held, as are those of the accounts to which they move
 * lots, or returns what is wrong with them, and then stores none; whether they can be applied, the books
 * say. */
export async function storeTransactions(
  tx: Tx,
  account: BookedAccount,
  rows: readonly PlacedLater[],
): Promise<{
  readonly problems: readonly NewRowProblem[];
  /** Of the account itself, first, and of those that receive lots. */
  readonly foliosComputed: readonly FoliosComputed[];
}> {
  const { accountNumber, version, now } = account;
  const receivers = receiversOf(rows);
  const numbers = [accountNumber, ...receivers.filter((number) => number !== accountNumber)];
  const [all, folios, firms, securities] = await Promise.all([
    withReceived(tx, numbers, selectTransactions(tx, numbers)),
    Promise.all(numbers.map((number) => selectFolioNumbers(tx, number))),
    selectFirmsOf(tx, numbers),
    selectKnownSecurities(tx, securitiesOf(rows)),
  ]);
  const known = all.filter((row) => row.accountNumber === accountNumber);
  const placed = withPlaces(rows, all) as TransactionRecord[];
  const problems = problemsWithNewRows(placed, {
    accountNumber,
    rows: known,
    firms,
    folios: new Set(folios.flat()),
    securities: new Set(securities),
    today: newYorkDay(now),
  });
  if (problems.length > 0) return { problems, foliosComputed: [] };
  const accepted = { accepted_version: String(BigInt(version) + 1n), accepted_at: now };
  const columns = columnsOfNewRows(placed, known, account).map((row) => ({ ...row, ...accepted }));
  const [, ...foliosComputed] = await Promise.all([
    insertTransactions(tx, [...newRowColumns, ...acceptedColumns], columns),
    ...numbers.map(async (number): Promise<FoliosComputed> => {
      const own = await stateFoliosComputed(tx, number, foliosNamed(placed, number));
      return { accountNumber: number, folios: own };
    }),
  ]);
  return { problems, foliosComputed };
}

/** The folios of an account that rows name. */
function foliosNamed(rows: readonly TransactionRecord[], accountNumber: string): string[] {
  const named = rows.flatMap(({ folioNumber, toFolioNumber, feePaidBy }) =>
    [folioNumber, toFolioNumber, feePaidBy].filter((folio) => folio !== undefined),
  );
  return [...new Set(named)].filter((folio) => folio.slice(0, -2) === accountNumber);
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
