// How a firm's tax id is stored: sealed for its firm, with a keyed hash that shows whether a load
// changes it.
import type { SealedColumn } from "../../../platform/maintenance/rotate-master-key.ts";

/** The purpose of the hash of a firm's tax id. */
export const firmTidPurpose = "firm.tid";

/** The binding of a firm's tax id when it is sealed. */
export function firmTidBinding(firmOid: string): string {
  return `firm/${firmOid}/tid`;
}

/** Where the sealed tax ids are, for a change of the master key. */
export const sealedFirmTids: SealedColumn = {
  table: "firm",
  column: "tid_sealed",
  key: { firm_oid: "bigint" },
  binding: ([firmOid = ""]) => firmTidBinding(firmOid),
  hash: { column: "tid_hash", purpose: firmTidPurpose },
};
