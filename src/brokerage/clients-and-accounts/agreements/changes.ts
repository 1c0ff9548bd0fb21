// Changes of agreements for other resources: how much of signatures a firm has stored, and what
// needs a member's attention.
import type { Tx } from "../../../platform/store/db.ts";
import { insertItems, type NewItem } from "./item-queries.ts";

export { addNotice } from "./add-notice.ts";
export { askForVerdict } from "./ask-for-verdict.ts";
export { itemCreated } from "./events.ts";
export { type Notified, notifyMembers } from "./notify-members.ts";
export { addStoredBytes } from "./stored-bytes-queries.ts";

/** Asks members for their attention: the items start as I, without an end or a limit of views. */
export function addItems(tx: Tx, items: readonly NewItem[]): void {
  if (items.length > 0) insertItems(tx, items);
}
