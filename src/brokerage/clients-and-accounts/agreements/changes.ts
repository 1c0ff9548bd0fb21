// What other resources may change of agreements: how much of signatures a firm has stored, and what
// needs a member's attention.
import type { Tx } from "../../../platform/store/db.ts";
import { insertItem, insertItems, type NewItem } from "./item-queries.ts";

export { itemCreated } from "./events.ts";
export { addStoredBytes } from "./stored-bytes-queries.ts";

/** Asks members for their attention: the items start as I, without an end or a limit of views. */
export function addItems(tx: Tx, items: readonly NewItem[]): void {
  if (items.length > 0) insertItems(tx, items);
}

/** Informs a member about an account, to be read at any time: an item `NO`, or `AN`, which
 * is agreed to. */
export function addNotice(
  tx: Tx,
  { accountNumber, id, loginId, ifaType, startOn }: NewItem & { readonly ifaType: "NO" | "AN" },
  { title, text }: { readonly title: string; readonly text: string },
): void {
  insertItem(tx, {
    accountNumber,
    id,
    loginId,
    ifaType,
    ifaStatus: "I",
    title,
    text,
    startOn,
    targetOid: accountNumber,
    forceView: false,
    forceResponse: null,
    viewsRemaining: null,
    numberOfViews: 0,
    expiresOn: null,
    viewedAt: null,
    actedAt: null,
    actorOid: null,
  });
}
