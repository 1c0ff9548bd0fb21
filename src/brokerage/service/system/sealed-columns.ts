// Every column that holds sealed values, and every table whose rows carry a MAC or a keyed hash: what a change of
// the master key writes anew.
import type {
  MasterKeyParts,
  SealedColumn,
} from "../../../platform/maintenance/rotate-master-key.ts";
import { sealedMinorSsns, sealedSsns } from "../../clients-and-accounts/accounts/changes.ts";
import { sealedFirmTids } from "../../clients-and-accounts/firms/changes.ts";
import { firmMacTable } from "../../clients-and-accounts/firms/reads.ts";
import { sealedAddresses, sealedTids } from "../../clients-and-accounts/members/changes.ts";
import { sealedSecrets, sealedTokens } from "../api-users/reads.ts";
import { apiUserMacTable, credentialMacTable } from "../credentials/reads.ts";
import { hashedIdentities } from "../sign-in/changes.ts";
import { sealedWebhookSecrets } from "../webhooks/changes.ts";

/** All sealed columns. */
export const sealedColumns: readonly SealedColumn[] = [
  sealedAddresses,
  sealedTids,
  sealedFirmTids,
  sealedSsns,
  sealedMinorSsns,
  sealedSecrets,
  sealedTokens,
  ...sealedWebhookSecrets,
];

/** Everything encrypted or signed with the master key. */
export const masterKeyParts: MasterKeyParts = {
  columns: sealedColumns,
  hashed: [hashedIdentities],
  tables: [firmMacTable, apiUserMacTable, credentialMacTable],
};
