// Reads of credentials for other resources: how their rows and those of API users are sealed.
import { rowMac, type SealedFields } from "../../../platform/keys/sealed-row.ts";
import type { Vault } from "../../../platform/keys/vault.ts";
import { sealedCredentials } from "./sealed-row-queries.ts";

export { sealedApiUsers, sealedCredentials } from "./sealed-row-queries.ts";

/** The seal of a credential's row. */
export function credentialMac(vault: Vault, fields: SealedFields): Buffer {
  return rowMac(vault, sealedCredentials, fields);
}
