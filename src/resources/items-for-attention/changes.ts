// What other resources may change of items for attention.
import type { Context } from "../../platform/change/context.ts";
import type { EventNote } from "../../platform/change/event.ts";
import type { Tx } from "../../platform/store/db.ts";
import { ifaStatuses } from "../../reference/codes.ts";
import { itemResolved } from "./events.ts";
import { insertItem } from "./item-queries.ts";
import { insertItems, type NewItem, updateItemStatus } from "./queries.ts";

export { itemCreated } from "./events.ts";

const open = ifaStatuses.rows.filter(({ outcome }) => outcome === "open");

/** Items that were resolved: their ids, for the audit, and what this tells. */
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
  const told = { loginId, ifaType, ifaStatus: acted.status };
  return { ids, events: ids.map((id) => itemResolved({ id, ...told })) };
}

/** Asks members for their attention: the items start as I, without an end or a limit of views. */
export function addItems(tx: Tx, items: readonly NewItem[]): void {
  if (items.length > 0) insertItems(tx, items);
}

/** Tells a member something about an account, to be read when it likes: an item `NO`, or `AN`, which
 * is agreed to. */
export function addNotice(
  tx: Tx,
  { accountNumber, id, loginId, ifaType, startOn }: NewItem & { readonly ifaType: "NO" | "AN" },
  { title, text }: { readonly title: string; readonly text: string },
): void {
  insertItem(tx, {
    ...{ accountNumber, id, loginId, ifaType, ifaStatus: "I", title, text, startOn },
    ...{ targetOid: accountNumber, forceView: false, forceResponse: null, viewsRemaining: null },
    ...{ numberOfViews: 0, expiresOn: null, viewedAt: null, actedAt: null, actorOid: null },
  });
}
