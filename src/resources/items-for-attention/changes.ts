// What other resources may change of items for attention.
import type { Tx } from "../../platform/store/db.ts";
import { ifaStatuses } from "../../reference/codes.ts";
import { updateItemStatus } from "./queries.ts";

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
