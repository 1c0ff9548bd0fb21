// Listing the transfers of an account. (interface 4.6)
import type { Context } from "../../platform/change/context.ts";
import { encodeInstant } from "../../values/dates.ts";
import { selectTransferList, selectTransfers, type TransferRow } from "./queries.ts";
import type { Transfer } from "./schema.ts";

/** Every ACAT and non-ACAT transfer of an account as JSON text, newest first. */
export async function listTransfers({ db }: Context, accountNumber: string): Promise<string> {
  const kept = await selectTransferList(db, accountNumber);
  if (kept !== undefined) return kept;
  // Some were last loaded before bodies were stored.
  const rows = await selectTransfers(db, [accountNumber]);
  return `[${rows.map(bodyOf).join()}]`;
}

/** A transfer as lists send it, stored beside its row. */
export function bodyOf(row: TransferRow): string {
  return JSON.stringify(encodeTransfer(row));
}

/** In the order of the interface's fields. */
function encodeTransfer(row: TransferRow): Transfer {
  return {
    acatid: row.acatId,
    comment: row.comment,
    contraAccountNumber: row.contraAccountNumber,
    creationTS: encodeInstant(row.createdAt),
    dtcNumber: row.dtcNumber,
    lastModifiedTS: encodeInstant(row.lastModifiedAt),
    status: row.status,
  };
}
