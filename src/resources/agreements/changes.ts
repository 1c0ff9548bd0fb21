// What other resources may change of customer agreements: how much of signatures a firm has stored.
import type { Tx } from "../../platform/store/db.ts";
import { addStoredBytes, type MoreBytes } from "./stored-bytes-queries.ts";

/** Counts the bytes of signatures that a firm stores for an account. */
export function countSignatures(
  tx: Tx,
  accountNumber: string,
  more: Pick<MoreBytes, "firmOid" | "size">,
): void {
  addStoredBytes(tx, accountNumber, more);
}
