// Every column that holds sealed values, and every table whose rows carry a MAC or a keyed hash: what a change of
// the master key seals again.
import type { SealedColumn, SealedParts } from "../platform/upkeep/rotate-master-key.ts";
import { sealedSsns } from "./accounts/beneficiary-ssn.ts";
import { sealedMinorSsns } from "./accounts/minor-ssn.ts";
import { sealedSecrets, sealedTokens } from "./api-users/shared-secret.ts";
import { hashedIdentities } from "./console/rehash-identities.ts";
import { sealedFirmTids } from "./firms/sealed-tid.ts";
import { sealedTids } from "./members/sealed-tid.ts";
import { sealedAddresses } from "./members/sign-in-address.ts";
import { sealedTables } from "./sealed-row-queries.ts";
import { sealedWebhookSecrets } from "./webhooks/webhook-secret.ts";

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
  tables: sealedTables,
};
