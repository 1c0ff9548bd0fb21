// Every column that holds sealed values, and every table whose rows carry a MAC or a keyed hash: what a change of
// the master key seals again.
import type { SealedColumn, SealedParts } from "../../platform/upkeep/rotate-master-key.ts";
import { sealedMinorSsns, sealedSsns } from "../accounts/changes.ts";
import { sealedSecrets, sealedTokens } from "../api-users/reads.ts";
import { hashedIdentities } from "../console/changes.ts";
import { sealedApiUsers, sealedCredentials } from "../credentials/reads.ts";
import { sealedFirmTids } from "../firms/changes.ts";
import { sealedFirms } from "../firms/reads.ts";
import { sealedAddresses, sealedTids } from "../members/changes.ts";
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

/** All that is sealed. */
export const sealedParts: SealedParts = {
  columns: sealedColumns,
  hashed: [hashedIdentities],
  tables: [sealedFirms, sealedApiUsers, sealedCredentials],
};
