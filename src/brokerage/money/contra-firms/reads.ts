// Reads of contra firms for other resources.
import type { Reader } from "../../../platform/store/db.ts";
import { type ContraFirmRow, selectContraFirm } from "./queries.ts";

/** The contra firm that a request names, or undefined. */
export async function contraFirmNamed(
  db: Reader,
  name: string,
): Promise<ContraFirmRow | undefined> {
  return selectContraFirm(db, name);
}
