// The proof of a credential: a shared secret or the digest of a token, each sealed for its own row.
import { secretBinding, tokenBinding, tokenPurpose } from "../../../platform/auth/authenticate.ts";
import { type Vault, VaultFault } from "../../../platform/keys/vault.ts";
import type { StoredRights } from "./stored-rights.ts";

/** Checks that what proves a credential opens with the master key and belongs to its row. */
export function proofFault(vault: Vault, { key, row }: StoredRights): string | undefined {
  const [, , , apiKey, hash] = row.fields;
  try {
    if (row.secretSealed) vault.open(row.secretSealed, secretBinding(apiKey ?? ""));
    if (!row.tokenSealed) return hash === null ? undefined : "its token's digest is not there";
    const digest = vault.open(row.tokenSealed, tokenBinding(key)).toString("utf8");
    const isOwn = vault.hash(tokenPurpose, digest).toString("hex") === hash;
    return isOwn ? undefined : "its token's digest is another's";
  } catch (error) {
    if (error instanceof VaultFault) return "what proves it cannot be opened";
    throw error;
  }
}
