// Changes of members for other resources.
import type { Caller, Context } from "../../../platform/change/context.ts";
import type { Tx } from "../../../platform/store/db.ts";
import { selectKnownTickers } from "../../../reference/securities/queries.ts";
import { forbidden, refuseFor } from "../../../values/problem.ts";
import { lockAccountsOwnedBy, renewSearchTexts } from "../accounts/changes.ts";
import { memberUpdated } from "./events.ts";
import {
  changedFields,
  encodeMember,
  type MemberRow,
  shownFields,
  withSent,
} from "./member-row.ts";
import {
  lockMemberRow,
  memberInView,
  selectMemberRow,
  updateAddressSeal,
  updateMemberFields,
  viewerOf,
} from "./queries.ts";
import { problemsWithMemberUpdate } from "./rules.ts";
import type { MemberUpdate } from "./schema.ts";
import {
  mayChangeStaffAddress,
  sealAddress,
  unsealedAddress,
  vouchesForAddresses,
} from "./sign-in-address.ts";

export { lockMemberRow as lockMember, lockMemberRows as lockMembers } from "./queries.ts";
export { rulesOfMemberUpdate } from "./rules.ts";
export { sealedTids } from "./sealed-tid.ts";
export { sealedAddresses } from "./sign-in-address.ts";
export { updateCipStatus } from "./verification-queries.ts";

/** Locks the member's row until the transaction ends, and reads it as it is then; refuses with 403
 * when it is absent or another's. */
export async function lockMemberForCaller(
  tx: Tx,
  caller: Caller,
  loginId: string,
): Promise<MemberRow> {
  lockMemberRow(tx, loginId);
  const [isSeen, row] = await Promise.all([
    tx.first(memberInView(loginId, viewerOf(caller))),
    selectMemberRow(tx, loginId),
  ]);
  if (isSeen === undefined || row === undefined) throw forbidden();
  return row;
}

/** Stores what a request changes of a member, which it locks, and returns the names of the fields
 * that have changed with the note of the member. */
export async function changeMember(tx: Tx, ctx: Context, loginId: string, request: MemberUpdate) {
  const before = await lockMemberForCaller(tx, ctx.caller, loginId);
  await ctx.condition?.judge(tx);
  const sent = withSent(before, request);
  const tickers = await selectKnownTickers(
    tx,
    sent.directorOrTenPercentShareholderCompany,
    before.directorOrTenPercentShareholderCompany,
  );
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
  const was = encodeMember(before);
  const is = encodeMember(after);
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
  const old = shownFields(was, changed);
  const now = shownFields(is, changed);
  const note = {
    subject,
    events,
    before: { ...old, ...seal?.before },
    after: { ...now, ...seal?.after },
  };
  return { changed, note };
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
