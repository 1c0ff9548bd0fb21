// Every column that holds sealed values: what a change of the master key seals anew.
import type { SealedColumn } from "../platform/upkeep/rotate-master-key.ts";
import { sealedSsns } from "./accounts/beneficiary-ssn.ts";
import { sealedSecrets } from "./api-users/shared-secret.ts";
import { sealedTids } from "./members/sealed-tid.ts";

/** All sealed columns. */
export const sealedColumns: readonly SealedColumn[] = [sealedTids, sealedSsns, sealedSecrets];
