// Listing the transfers of an account. (interface 4.6)

import { encodeInstant } from "@bursar/values/dates";
import type { Context } from "../../../platform/change/context.ts";
import { selectTransfers, type TransferRow } from "./queries.ts";
import type { Transfer } from "./schema.ts";

/** Every ACAT and non-ACAT transfer of an account, newest first. */
export async function listTransfers({ db }: Context, accountNumber: string): Promise<Transfer[]> {
  const rows = await selectTransfers(db, accountNumber);
  return rows.map(encodeTransfer);
}

/** A transfer in the interface's terms. */
export function encodeTransfer(row: TransferRow): Transfer {
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
