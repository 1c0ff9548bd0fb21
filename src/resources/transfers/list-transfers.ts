// Listing the transfers of an account. (interface 4.6)
import type { Context } from "../../platform/context.ts";
import { encodeInstant } from "../../values/dates.ts";
import { selectTransfers, type TransferRow } from "./queries.ts";
import type { Transfer } from "./schema.ts";

/** Answers every ACAT and non-ACAT transfer of an account, newest first. */
export async function listTransfers(ctx: Context, accountNumber: string): Promise<Transfer[]> {
  const rows = await selectTransfers(ctx.db, accountNumber);
  return rows.map(encodeTransfer);
}

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
