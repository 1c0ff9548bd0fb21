// Updating a member, and what follows for the accounts that it owns.

import { newYorkDay } from "@bursar/values/dates";
import type { AccountNumber } from "@bursar/values/ids";
import type { NoteOf } from "../../../platform/change/audit-entry.ts";
import type { Context } from "../../../platform/change/context.ts";
import type { EventNote } from "../../../platform/change/event.ts";
import { write } from "../../../platform/change/write.ts";
import type { Tx } from "../../../platform/store/db.ts";
import {
  accountUpdated,
  type ChangedExclusions,
  lockAccountsOwnedBy,
  renewOwnerExclusions,
} from "../accounts/changes.ts";
import { addItems, itemCreated } from "../agreements/changes.ts";
import { changeMember } from "../members/changes.ts";
import type { Member, MemberUpdate } from "../members/reads.ts";
import { updateMemberEntry } from "./entries.ts";

/** Updates a member: absent fields stay, null empties, a list replaces. A changed primary address
 * is to be confirmed in each account owned; changed companies are excluded there. */
export async function updateMember(
  ctx: Context,
  loginId: string,
  request: MemberUpdate,
): Promise<void> {
  await write(ctx, updateMemberEntry, async (tx) => {
    const { changed, note } = await changeMember(tx, ctx, loginId, request);
    return { value: null, audit: [note, ...(await changeAccounts(tx, ctx, loginId, changed))] };
  });
}

async function changeAccounts(
  tx: Tx,
  ctx: Context,
  loginId: string,
  changed: readonly (keyof Member)[],
): Promise<NoteOf<typeof updateMemberEntry>[]> {
  const isMoved = changed.includes("primaryAddress");
  const hasOtherCompanies = changed.includes("directorOrTenPercentShareholderCompany");
  if (!isMoved && !hasOtherCompanies) return [];
  const numbers = await lockAccountsOwnedBy(tx, loginId);
  const items = isMoved ? askToConfirm(tx, ctx, loginId, numbers) : new Map<string, string>();
  const exclusions = hasOtherCompanies ? await renewOwnerExclusions(tx, numbers) : [];
  return numbers.map((number) => {
    const item = items.get(number);
    const shown = exclusions.find((each) => each.number === number);
    return {
      events: eventsOf(loginId, number, item, shown),
      subject: number,
      before: shown ? { securityExclusions: shown.before } : {},
      after: shown ? { securityExclusions: shown.after } : {},
      ...(item !== undefined && { detail: { itemCreated: item } }),
    };
  });
}

function eventsOf(
  loginId: string,
  accountNumber: AccountNumber,
  item: string | undefined,
  shown: ChangedExclusions | undefined,
): EventNote[] {
  const isOther = JSON.stringify(shown?.before) !== JSON.stringify(shown?.after);
  const fields = ["securityExclusions"];
  return [
    ...(item === undefined
      ? []
      : [itemCreated({ id: item, loginId, ifaType: "CA", ifaStatus: "I" })]),
    ...(isOther ? [accountUpdated({ accountNumber, fields })] : []),
  ];
}

/** Makes an item to confirm the address in each account, and returns their ids by account. */
function askToConfirm(
  tx: Tx,
  ctx: Context,
  loginId: string,
  numbers: readonly AccountNumber[],
): Map<string, string> {
  const items = numbers.map((accountNumber) => ({
    accountNumber,
    id: ctx.newId(),
    loginId,
    ifaType: "CA",
    startOn: newYorkDay(ctx.now),
  }));
  addItems(tx, items);
  return new Map(items.map(({ accountNumber, id }) => [accountNumber, id]));
}
