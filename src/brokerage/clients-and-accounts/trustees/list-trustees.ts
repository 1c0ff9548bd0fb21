// Reading the trustees of a firm.
import { type Context, viewingFirm } from "../../../platform/change/context.ts";
import { encodeTrustee } from "./get-trustee.ts";
import { selectTrustees } from "./queries.ts";
import type { Trustee } from "./schema.ts";

/** The trustees of the caller's firm by login id, all of them for the operator. */
export async function listTrustees({ db, caller }: Context): Promise<Trustee[]> {
  const rows = await selectTrustees(db, viewingFirm(caller));
  return rows.map(encodeTrustee);
}
