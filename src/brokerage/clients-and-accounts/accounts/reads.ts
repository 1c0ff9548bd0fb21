// Reads of accounts for other resources.

import { isAccountNumber, isFolioNumber } from "@bursar/values/ids";
import type { Caller } from "../../../platform/change/context.ts";
import type { Reader } from "../../../platform/store/db.ts";
import { notFound, type Refusal } from "../../../values/problem.ts";
import type { Right } from "../../../values/rights.ts";
import { folioErrors } from "./errors.ts";
import {
  type AccountInView,
  selectAccountInView,
  selectHasAccount,
  selectHasFolio,
  selectNumbersInView,
  selectNumbersOfClients,
  selectOwners,
  type Viewer,
  viewerOf,
} from "./queries.ts";

export { accountAfter } from "./account-at.ts";
export { accountErrors, folioErrors } from "./errors.ts";
export { firmOfAccount } from "./firm-of-account.ts";
export { type ListedAccount, ListedFigures } from "./index-schema.ts";
export type { AccountState } from "./life-cycle.ts";
export { listAccounts } from "./list-accounts.ts";
export { firstOwnersOfClientFirms } from "./owner-queries.ts";
export { AccountPath, accountPath, folioPath, readBy } from "./paths.ts";
export { type AccountInView, type Viewer, viewerOf } from "./queries.ts";
export { levelsWith, maySeeField } from "./rights.ts";
export {
  Account,
  AccountName,
  Exclusion,
  firstName,
  lastName,
  nineDigits,
  settableFields,
  ssn,
} from "./schema.ts";
export { type AccountFigures, selectAccountFigures } from "./search-accounts-queries.ts";
export { selectComputedFolios } from "./source-queries.ts";

/** The account if it exists and the caller has the right to it; one statement decides both. */
export async function selectAccountForCaller(
  db: Reader,
  caller: Caller,
  number: string,
  right: Right,
): Promise<AccountInView | undefined> {
  // An impossible account number never reaches the store, which rejects U+0000.
  if (!isAccountNumber(number)) return undefined;
  return selectAccountInView(db, number, viewerOf(caller, right));
}

/** To which of some accounts the caller has a right. */
export async function accountsInView(
  db: Reader,
  caller: Caller,
  numbers: readonly string[],
  right: Right,
): Promise<ReadonlySet<string>> {
  return numbersInView(db, numbers, viewerOf(caller, right));
}

/** The given accounts that the caller's firm sees, whatever its clients own. */
export async function accountsOfFirm(
  db: Reader,
  caller: Caller,
  numbers: readonly string[],
): Promise<ReadonlySet<string>> {
  return numbersInView(db, numbers, { ...viewerOf(caller, "summary"), loginIds: [] });
}

async function numbersInView(db: Reader, numbers: readonly string[], viewer: Viewer) {
  if (numbers.length === 0) return new Set<string>();
  const rows = await selectNumbersInView(db, numbers, viewer);
  return new Set<string>(rows.map(({ number }) => number));
}

/** The accounts to which the caller's clients have a right. */
export async function accountsOfClients(
  db: Reader,
  caller: Caller,
  right: Right,
): Promise<readonly string[]> {
  return selectNumbersOfClients(db, viewerOf(caller, right));
}

/** Whether there is an account of that number. */
export async function hasAccount(db: Reader, accountNumber: string): Promise<boolean> {
  return isAccountNumber(accountNumber) && selectHasAccount(db, accountNumber);
}

/** Whether the account has a folio of that number. */
export async function hasFolio(
  db: Reader,
  accountNumber: string,
  folioNumber: string,
): Promise<boolean> {
  return isFolioNumber(folioNumber) && selectHasFolio(db, accountNumber, folioNumber);
}

/** The refusal of a request for a folio that the account does not have. */
export function folioNotFound(): Refusal {
  return notFound(folioErrors.notFound);
}

/** The login ids of the account's owners, the primary one first. */
export async function selectAccountOwners(db: Reader, accountNumber: string): Promise<string[]> {
  const owners = await selectOwners(db, accountNumber);
  return owners.map(({ loginId }) => loginId);
}

export {
  finalStatuses,
  isOpenBallot,
  isOpenItem,
  isPending,
  isUndecided,
  isUnderWay,
} from "./waiting-queries.ts";
