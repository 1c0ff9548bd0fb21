// What other resources may change of items for attention.
import type { Tx } from "../../platform/store/db.ts";
import { ifaStatuses } from "../../reference/codes.ts";
import { insertItems, type NewItem, updateItemStatus } from "./queries.ts";

const open = ifaStatuses.rows.filter(({ outcome }) => outcome === "open");

/** Resolves a member's open items to sign the account's agreement as agreed; answers their ids. */
export async function resolveAgreementItems(
  tx: Tx,
  accountNumber: string,
  loginId: string,
): Promise<string[]> {
  const items = { loginId, type: "SA", statuses: open.map(({ code }) => code) };
  const resolved = await updateItemStatus(tx, accountNumber, items, "A");
  return resolved.map(({ id }) => id).toSorted();
}

/** Asks members for their attention: the items start as I, without an end or a limit of views. */
export function addItems(tx: Tx, items: readonly NewItem[]): void {
  if (items.length > 0) insertItems(tx, items);
}
