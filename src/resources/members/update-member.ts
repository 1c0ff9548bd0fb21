// Updating a member, and what follows for the accounts that it owns.
import type { NoteOf } from "../../platform/change/audit-entry.ts";
import type { Context } from "../../platform/change/context.ts";
import type { EventNote } from "../../platform/change/event.ts";
import { write } from "../../platform/change/write.ts";
import type { Tx } from "../../platform/store/db.ts";
import { selectKnownTickers } from "../../reference/securities/queries.ts";
import { newYorkDay } from "../../values/dates.ts";
import type { AccountNumber } from "../../values/ids.ts";
import { refuseFor } from "../../values/problem.ts";
import {
  accountUpdated,
  type ChangedExclusions,
  lockAccountsOwnedBy,
  renewOwnerExclusions,
  renewSearchTexts,
} from "../accounts/changes.ts";
import { addItems, itemCreated } from "../agreements/changes.ts";
import { lockMemberForCaller } from "./changes.ts";
import { updateMemberEntry } from "./entries.ts";
import { memberUpdated } from "./events.ts";
import {
  changedFields,
  encodeMember,
  type MemberRow,
  shownFields,
  withSent,
} from "./member-row.ts";
import { updateAddressSeal, updateMemberFields } from "./queries.ts";
import { problemsWithMemberUpdate } from "./rules.ts";
import type { Member, MemberUpdate } from "./schema.ts";
import {
  mayChangeStaffAddress,
  sealAddress,
  unsealedAddress,
  vouchesForAddresses,
} from "./sign-in-address.ts";

/** Updates a member: absent fields stay, null empties, a list replaces. A changed primary address
 * is to be confirmed in each account owned; changed companies are excluded there. */
export async function updateMember(
  ctx: Context,
  loginId: string,
  request: MemberUpdate,
): Promise<void> {
  await write(ctx, updateMemberEntry, async (tx) => {
    const before = await lockMemberForCaller(tx, ctx.caller, loginId);
    await ctx.condition?.judge(tx);
    const sent = withSent(before, request);
    const tickers = await selectKnownTickers(tx, sent.directorOrTenPercentShareholderCompany);
    // Companies that the request leaves alone stay, even if their securities are gone.
    const hasUnknownTicker =
      tickers === undefined && request.directorOrTenPercentShareholderCompany !== undefined;
    refuseFor(
      problemsWithMemberUpdate(before, sent, {
        hasUnknownTicker,
        mayChangeStaffAddress: mayChangeStaffAddress(ctx.caller, loginId),
      }),
    );

    const companies = tickers ?? before.directorOrTenPercentShareholderCompany;
    const after: MemberRow = {
      ...before,
      ...sent,
      directorOrTenPercentShareholderCompany: companies,
    };
    const [was, is] = [encodeMember(before), encodeMember(after)];
    const changed = changedFields(was, is);
    if (changed.length > 0) updateMemberFields(tx, loginId, after);
    const seal = sealSent(tx, ctx, {
      before,
      after,
      isSent: request.email1 !== undefined,
    });
    if (changed.includes("firstName") || changed.includes("lastName")) {
      await renewSearchTexts(tx, await lockAccountsOwnedBy(tx, loginId));
    }
    const events =
      changed.length === 0 ? [] : [memberUpdated({ loginId, fields: changed.toSorted() })];
    const subject = `member:${loginId}`;
    const [old, now] = [shownFields(was, changed), shownFields(is, changed)];
    const note = {
      ...{ subject, events },
      before: { ...old, ...seal?.before },
      after: { ...now, ...seal?.after },
    };
    return { value: null, audit: [note, ...(await changeAccounts(tx, ctx, loginId, changed))] };
  });
}

/** Seals an address that an administrator sends; one that anyone else changes authenticates nobody.
 * Returns what became of the seal, if anything. */
function sealSent(
  tx: Tx,
  { caller, vault }: Context,
  { before, after, isSent }: { before: MemberRow; after: MemberRow; isSent: boolean },
) {
  const was = { signInAddress: before.hasSealedAddress ? ("sealed" as const) : null };
  const isChanged = before.email1 !== after.email1;
  if (isSent && vouchesForAddresses(caller) && (isChanged || !before.hasSealedAddress)) {
    updateAddressSeal(tx, after.loginId, sealAddress(vault, { ...after, email: after.email1 }));
    return { before: was, after: { signInAddress: "sealed" as const } };
  }
  if (!isChanged || !before.hasSealedAddress) return undefined;
  updateAddressSeal(tx, after.loginId, unsealedAddress);
  return { before: was, after: { signInAddress: null } };
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
    ...{ accountNumber, id: ctx.newId(), loginId, ifaType: "CA" },
    startOn: newYorkDay(ctx.now),
  }));
  addItems(tx, items);
  return new Map(items.map(({ accountNumber, id }) => [accountNumber, id]));
}
