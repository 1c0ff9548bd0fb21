// The members that were asked to sign an account's agreement, those that have agreed, and the items
// and restrictions that this resolves and lifts.
import type { Context } from "../../../platform/change/context.ts";
import type { EventNote } from "../../../platform/change/event.ts";
import type { Reader, Tx } from "../../../platform/store/db.ts";
import { ifaStatuses, restrictionReasonCode } from "../../../reference/codes.ts";
import { type LiftedRestrictions, liftRestrictions } from "../restrictions/changes.ts";
import { itemResolved } from "./events.ts";
import { selectMembersOfItems, updateItemStatus } from "./item-queries.ts";
import { selectSigners } from "./queries.ts";
import { isSignedByAll } from "./rules.ts";

const agreed = ifaStatuses.rows.filter(({ outcome }) => outcome === "agreed");

/** The members who have agreed by an item for attention, online or on paper. */
export async function selectMembersWhoAgreed(db: Reader, accountNumber: string): Promise<string[]> {
  const statuses = agreed.map(({ code }) => code);
  const members = await selectMembersOfItems(db, accountNumber, "SA", statuses);
  return members.map(({ loginId }) => loginId);
}

/** The members whom an item asks, or asked, to sign an account's agreement. */
export async function selectMembersAsked(db: Reader, accountNumber: string): Promise<string[]> {
  const statuses = ifaStatuses.rows.map(({ code }) => code);
  const members = await selectMembersOfItems(db, accountNumber, "SA", statuses);
  return members.map(({ loginId }) => loginId);
}

/** The members who have signed the account's agreement here, or agreed otherwise. */
export async function selectAgreed(tx: Tx, accountNumber: string): Promise<string[]> {
  const [signers, others] = await Promise.all([
    selectSigners(tx, accountNumber),
    selectMembersWhoAgreed(tx, accountNumber),
  ]);
  return [...signers.map(({ loginId }) => loginId), ...others];
}

/** Lifts the restriction of an unsigned agreement if every owner has agreed. */
export async function liftOnceAgreed(
  tx: Tx,
  accountNumber: string,
  { owners, agreed, at }: Agreement,
): Promise<LiftedRestrictions> {
  if (!isSignedByAll(owners, agreed)) return { ids: [], events: [] };
  return liftRestrictions(tx, accountNumber, restrictionReasonCode.notSigned, at);
}

interface Agreement {
  readonly owners: readonly string[];
  readonly agreed: readonly string[];
  readonly at: Date;
}

const open = ifaStatuses.rows.filter(({ outcome }) => outcome === "open");

/** Items that were resolved: their ids, for the audit, and the events. */
interface ResolvedItems {
  readonly ids: string[];
  readonly events: readonly EventNote[];
}

/** Resolves a member's open items to sign the account's agreement as agreed. */
export async function resolveAgreementItems(
  tx: Tx,
  { accountNumber, loginId }: { readonly accountNumber: string; readonly loginId: string },
  { now, caller }: Pick<Context, "now" | "caller">,
): Promise<ResolvedItems> {
  const ifaType = "SA";
  const items = { loginId, type: ifaType, statuses: open.map(({ code }) => code) };
  const acted = { status: "A", at: now, actorOid: caller.member?.memberOid ?? null };
  const resolved = await updateItemStatus(tx, accountNumber, items, acted);
  const ids = resolved.map(({ id }) => id).toSorted();
  const item = { loginId, ifaType, ifaStatus: acted.status };
  return { ids, events: ids.map((id) => itemResolved({ id, ...item })) };
}
