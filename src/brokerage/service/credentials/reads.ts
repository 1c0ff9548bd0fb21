// Reads of credentials for other resources: the MACs of their rows and of those of API users.
import { type MacFields, rowMac } from "../../../platform/keys/row-mac.ts";
import type { Vault } from "../../../platform/keys/vault.ts";
import { credentialMacTable } from "./rights-queries.ts";

export { apiUserMacTable, credentialMacTable } from "./rights-queries.ts";

/** The MAC of a credential's row. */
export function credentialMac(vault: Vault, fields: MacFields): Buffer {
  return rowMac(vault, credentialMacTable, fields);
}
