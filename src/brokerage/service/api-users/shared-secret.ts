// How the proof of a credential is stored: sealed, each for its own key or token.
import { secretBinding, tokenBinding, tokenPurpose } from "../../../platform/auth/authenticate.ts";
import type { SealedColumn } from "../../../platform/maintenance/rotate-master-key.ts";

/** Where the sealed secrets are, for a change of the master key. */
export const sealedSecrets: SealedColumn = {
  table: "api_credential",
  column: "secret_sealed",
  key: { api_key: "text" },
  binding: ([apiKey = ""]) => secretBinding(apiKey),
};

/** Where the sealed digests of tokens are, with the hash that finds them. */
export const sealedTokens: SealedColumn = {
  table: "api_credential",
  column: "token_sealed",
  key: { api_key_id: "bigint" },
  binding: ([keyId = ""]) => tokenBinding(keyId),
  hash: { column: "token_hash", purpose: tokenPurpose },
};
