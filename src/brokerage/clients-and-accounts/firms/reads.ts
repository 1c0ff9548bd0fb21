// Reads of firms for other resources.

import assert from "node:assert/strict";
import type { Id } from "@bursar/values/ids";
import type { Caller } from "../../../platform/change/context.ts";
import { isMacValid } from "../../../platform/keys/row-mac.ts";
import type { Vault } from "../../../platform/keys/vault.ts";
import type { Reader } from "../../../platform/store/db.ts";
import { selectFirm, selectManagers } from "./change-queries.ts";
import { firmMacTable } from "./mac-queries.ts";
import { selectCallerFirm } from "./queries.ts";
import { firmTidBinding } from "./sealed-tid.ts";

export { firmErrors } from "./errors.ts";
export { firmMacTable } from "./mac-queries.ts";
export { FirmPath, firmPath } from "./paths.ts";
export { Firm, FirmUpdate } from "./schema.ts";

/** A firm's tax id as it is written: two digits, a dash and seven. */
export function openFirmTid(vault: Vault, firmOid: string, sealed: Buffer): string {
  const digits = vault.open(sealed, firmTidBinding(firmOid)).toString("utf8");
  return `${digits.slice(0, 2)}-${digits.slice(2)}`;
}

/** A firm as it reads for itself, without a request: it acts for no member. Undefined where its row is
 * not the last version, or its MAC is wrong. */
export async function firmAsCaller(
  db: Reader,
  vault: Vault,
  firmOid: Id,
): Promise<Caller | undefined> {
  const row = await selectCallerFirm(db, firmOid);
  if (row === undefined || !isMacValid(vault, firmMacTable, row) || !row.isLast) return undefined;
  return {
    apiUserId: "0" as Id,
    firm: row.firm,
    scopes: new Set(["read"]),
    member: undefined,
    actingFor: undefined,
    isAdministrator: true,
  };
}

/** The firm whose records a request under a firm's path lists; null, for every firm, of the operator. */
export async function firmOfRecords(db: Reader, firmOid: string): Promise<Id | null> {
  const firm = await selectFirm(db, firmOid);
  assert(firm, "access has found the firm");
  return firm.kind === "operator" ? null : firm.firmOid;
}

/** The firms that manage some firms, by the id of the managed one. */
export async function managersOfFirms(
  db: Reader,
  firmOids: readonly Id[],
): Promise<ReadonlyMap<string, Id>> {
  if (firmOids.length === 0) return new Map();
  const rows = await selectManagers(db, firmOids);
  return new Map(rows.map(({ firmOid, managingFirmOid }) => [firmOid, managingFirmOid]));
}
