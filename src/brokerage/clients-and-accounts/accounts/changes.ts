// Changes of accounts for other resources.

import { type AccountNumber, isAccountNumber } from "@bursar/values/ids";
import { lockHead } from "../../../platform/change/audit.ts";
import type { Caller } from "../../../platform/change/context.ts";
import type { Statement, Tx } from "../../../platform/store/db.ts";
import { forbidden } from "../../../values/problem.ts";
import type { Right } from "../../../values/rights.ts";
import { type AccountInView, lockAccountInView, viewerOf } from "./queries.ts";

export { type SealedSsn, sealedSsns } from "./beneficiary-ssn.ts";
export {
  type BilledAccount,
  lockAccountsOfMember,
  selectHasAdvisoryPlan,
  updateBillingPlan,
} from "./billing-queries.ts";
export { insertAccountNames, type MinorRow, selectAccountDetail } from "./detail-queries.ts";
export { accountErrors } from "./errors.ts";
export { accountOpened, accountUpdated } from "./events.ts";
export { foldedName } from "./folded-name.ts";
export { encodeAccount } from "./get-account.ts";
export { sealedMinorSsns, sealMinorSsn } from "./minor-ssn.ts";
export {
  type ChangedExclusions,
  renewLoadedExclusions,
  renewOwnerExclusions,
} from "./owner-exclusions.ts";
export {
  holdOwners,
  insertOwnerExclusions,
  lockAccountsOfClientFirm,
  lockAccountsOwnedBy,
} from "./owner-queries.ts";
export { lockAccount, lockStagedAccounts } from "./queries.ts";
export { replaceFirstOwner } from "./replace-first-owner.ts";
export { noLists, replaceLists } from "./replaced-lists.ts";
export { renewSearchTexts, renewSearchTextsOfMembers } from "./search-queries.ts";
export {
  selectChangedSources,
  selectFolioNumbers,
  selectRefusedRawData,
  stateComputed,
  stateFoliosComputed,
  stateLoaded,
} from "./source-queries.ts";

/** Locks the account's row until the transaction ends; refuses with 403 when it is absent or
 * another's, or the caller's client has not the right. */
export async function lockAccountForCaller(
  tx: Tx,
  caller: Caller,
  number: string,
  right: Right,
): Promise<AccountInView> {
  const account = isAccountNumber(number)
    ? await lockAccountInView(tx, number, viewerOf(caller, right))
    : undefined;
  if (account === undefined) throw forbidden();
  return account;
}

/** Locks the account's row likewise, and the head of its chain, for a change of the account itself that locks
 * nothing else afterwards; returns what a statement reads of it then. */
export async function lockAccountToRead<Row>(
  tx: Tx,
  caller: Caller,
  number: string,
  read: (number: AccountNumber) => Statement<Row>,
): Promise<Row> {
  if (!isAccountNumber(number)) throw forbidden();
  const [, row] = await Promise.all([
    lockAccountForCaller(tx, caller, number, "papers"),
    tx.first(read(number)),
    lockHead(tx, number),
  ]);
  if (row === undefined) throw forbidden();
  return row;
}
