// Reading one transfer of an account. (interface 4.6)
import type { Context } from "../../../platform/change/context.ts";
import { notFound } from "../../../values/problem.ts";
import { isAcatId } from "./acat-id.ts";
import { transferErrors } from "./errors.ts";
import { encodeTransfer } from "./list-transfers.ts";
import { selectTransfer } from "./queries.ts";
import type { Transfer } from "./schema.ts";

/** A transfer; 404 when the account has none with this id. */
export async function getTransfer(
  { db }: Context,
  accountNumber: string,
  acatId: string,
): Promise<Transfer> {
  const row = isAcatId(acatId) ? await selectTransfer(db, accountNumber, acatId) : undefined;
  if (row === undefined) throw notFound(transferErrors.notFound);
  return encodeTransfer(row);
}
