// Every column that holds sealed values, and every table whose rows carry a MAC or a keyed hash: what a change of
// the master key seals again.
import type { SealedColumn, SealedParts } from "../../../platform/maintenance/rotate-master-key.ts";
import { sealedMinorSsns, sealedSsns } from "../../clients-and-accounts/accounts/changes.ts";
import { sealedFirmTids } from "../../clients-and-accounts/firms/changes.ts";
import { sealedFirms } from "../../clients-and-accounts/firms/reads.ts";
import { sealedAddresses, sealedTids } from "../../clients-and-accounts/members/changes.ts";
import { sealedSecrets, sealedTokens } from "../api-users/reads.ts";
import { sealedApiUsers, sealedCredentials } from "../credentials/reads.ts";
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

/** All that is sealed. */
export const sealedParts: SealedParts = {
  columns: sealedColumns,
  hashed: [hashedIdentities],
  tables: [sealedFirms, sealedApiUsers, sealedCredentials],
};
