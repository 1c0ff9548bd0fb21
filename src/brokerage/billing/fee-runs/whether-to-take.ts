// Whether a fee may be taken on the day that it is: from the account, and from another that pays for it.
import type { Id } from "@bursar/values/ids";
import type { Tx } from "../../../platform/store/db.ts";
import { isRetirementAccount } from "../../../reference/codes.ts";
import { leftOfItem } from "./item-amounts.ts";
import type { FeeItemRow } from "./item-queries.ts";
import {
  type AccountStanding,
  selectOwnedAccounts,
  selectStanding,
  selectStandings,
} from "./payment-queries.ts";
import type { FeeRunRow } from "./run-queries.ts";

/** An item with its run. */
export interface ItemOfRun {
  readonly run: FeeRunRow;
  readonly item: FeeItemRow;
}

/** Whether the account owes no fee, and why as a sentence. */
export interface NotOwed {
  readonly reason: string;
  readonly isOther: boolean;
}

/** An account that waits for its owners has not agreed to a fee, and one that has left the firm owes it none. */
export async function whyNotOwed(tx: Tx, { run, item }: ItemOfRun): Promise<NotOwed | undefined> {
  return notOwedAs(run, await selectStanding(tx, item.accountNumber));
}

/** The same, of an account as it stands. */
export function notOwedAs(
  run: FeeRunRow,
  standing: AccountStanding | undefined,
): NotOwed | undefined {
  const isOther = standing?.firmOid !== run.firmOid;
  if (isOther) return { reason: "The account has left the firm.", isOther };
  return standing.isPending ? { reason: waits, isOther } : undefined;
}

const waits = "The account waits for its owners.";

/** Why the account that was to pay for another does not; undefined where it does, or nothing is taken from it. A payer
 * is an account of the firm with an owner in common, and no retirement account. (26 USC 4975) */
export async function whyNotPaid(tx: Tx, { run, item }: ItemOfRun): Promise<string | undefined> {
  const { accountNumber, payerAccountNumber: payer } = item;
  if (payer === null || item.collect === "invoice" || leftOfItem(item) <= 0n) return undefined;
  const accounts = await selectOwnedAccounts(tx, [accountNumber, payer]);
  const paying = accounts.find((each) => each.accountNumber === payer);
  const own = accounts.find((each) => each.accountNumber === accountNumber);
  const isOfFirm = paying?.firmOid === run.firmOid;
  if (!isOfFirm || !paying.owners.some((owner) => own?.owners.includes(owner))) {
    return "The payer is no account of the firm with an owner in common.";
  }
  if (!isRetirementAccount(paying.accountType)) return undefined;
  return "A retirement account pays for no other account.";
}

/** The payers to which a firm gives back their payments for other accounts: one that has left the firm is
 * paid outside. */
export async function payersOfFirm(
  tx: Tx,
  payers: readonly string[],
  firmOid: Id,
): Promise<ReadonlySet<string>> {
  if (payers.length === 0) return new Set();
  const standings = await selectStandings(tx, payers);
  return new Set(payers.filter((payer) => standings.get(payer)?.firmOid === firmOid));
}
