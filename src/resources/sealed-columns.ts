// Every column that holds sealed values: what a change of the master key seals anew.
import { secretBinding } from "../platform/auth/authenticate.ts";
import type { SealedColumn } from "../platform/rotate-master-key.ts";
import { sealedSsns } from "./accounts/beneficiary-ssn.ts";
import { sealedTids } from "./members/sealed-tid.ts";

const sharedSecrets: SealedColumn = {
  table: "api_credential",
  column: "secret_sealed",
  key: { api_key: "text" },
  binding: ([apiKey = ""]) => secretBinding(apiKey),
};

/** All sealed columns. */
export const sealedColumns: readonly SealedColumn[] = [sealedTids, sealedSsns, sharedSecrets];
