// Listing documents on hold: `bursar documents held`. (docs/documents.md)
import type { Id } from "@bursar/values/ids";
import type { Reader } from "../../../platform/store/db.ts";
import { type HeldDocument, selectHeld } from "./queries.ts";

const rowsAtOnce = 500;

/** The documents on hold, whatever their age, in batches by owner and id. */
export async function* heldDocuments(
  db: Reader,
  most = rowsAtOnce,
): AsyncGenerator<readonly HeldDocument[]> {
  let after: Pick<HeldDocument, "subject" | "documentOid"> = {
    subject: "",
    documentOid: "0" as Id,
  };
  for (;;) {
    const rows = await selectHeld(db, after, most);
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < most) return;
    after = last;
  }
}
