// What other resources may change of firms.
import type { Tx } from "../../platform/store/db.ts";
import { type Id, isId } from "../../values/ids.ts";
import { lockFirm, type OwningFirm, selectManagedFirm } from "./change-queries.ts";

export { lockFirm, type OwningFirm, updateIssuerAccount } from "./change-queries.ts";
export { firmUpdated } from "./events.ts";
export { sealedFirmTids } from "./sealed-tid.ts";
export { updateFirm } from "./update-firm.ts";

/** Locks a corporate firm until the transaction ends; undefined where the other firm manages none of
 * that id. */
export async function lockManagedFirm(
  tx: Tx,
  firmOid: string,
  managingFirmOid: Id,
): Promise<OwningFirm | undefined> {
  if (!isId(firmOid)) return undefined;
  // Read once it is locked: its representative may have changed while the lock was waited for.
  lockFirm(tx, firmOid);
  return selectManagedFirm(tx, firmOid, managingFirmOid);
}
