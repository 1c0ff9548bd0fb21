// Changes of models for other resources.

import type { Id } from "@bursar/values/ids";
import type { Caller } from "../../../platform/change/context.ts";
import type { Tx } from "../../../platform/store/db.ts";
import { viewerOf } from "./access.ts";
import { type PublishedModel, selectPublishedForShare } from "./change-queries.ts";

/** The published model of a folio that the caller sees, which stays published until the transaction
 * ends; others may lock it likewise meanwhile. */
export async function lockPublishedModel(
  tx: Tx,
  caller: Caller,
  folioOid: Id,
): Promise<PublishedModel | undefined> {
  return selectPublishedForShare(tx, folioOid, viewerOf(caller));
}
