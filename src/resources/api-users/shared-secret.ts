// How the shared secrets of signing keys are kept: sealed, each for its key.
import { secretBinding } from "../../platform/auth/authenticate.ts";
import type { SealedColumn } from "../../platform/upkeep/rotate-master-key.ts";

/** Where the sealed secrets are, for a change of the master key. */
export const sealedSecrets: SealedColumn = {
  table: "api_credential",
  column: "secret_sealed",
  key: { api_key: "text" },
  binding: ([apiKey = ""]) => secretBinding(apiKey),
};
