// A notice to a member about an account.
import type { Tx } from "../../../platform/store/db.ts";
import { insertItem, type NewItem } from "./item-queries.ts";

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
