// Where the credentials of API users are found.
import type {
  Credential,
  CredentialStore,
  SigningCredential,
} from "../../platform/auth/authenticate.ts";
import type { CallerFirm, Scope } from "../../platform/change/context.ts";
import type { Reader } from "../../platform/store/db.ts";
import {
  type CredentialRow,
  selectCredentialByKey,
  selectCredentialByTokenHash,
} from "./queries.ts";

/** The valid credentials of the store. */
export function credentialStore(db: Reader): CredentialStore {
  return {
    async byApiKey(apiKey, now): Promise<SigningCredential | undefined> {
      if (apiKey.includes("\0")) return undefined; // no text of PostgreSQL holds one
      const row = await selectCredentialByKey(db, apiKey, now);
      return row && { ...credentialOf(row), sealedSecret: row.sealedSecret };
    },
    async byTokenHash(hash, now): Promise<Credential | undefined> {
      const row = await selectCredentialByTokenHash(db, hash, now);
      return row && credentialOf(row);
    },
  };
}

function credentialOf(row: CredentialRow): Credential {
  return {
    apiUserId: row.apiUserId,
    firm: row.firm satisfies CallerFirm,
    scopes: new Set<Scope>(row.scopes),
    boundLoginId: row.boundLoginId ?? undefined,
    expiresAt: row.expiresAt ?? undefined,
  };
}

export { selectApiUsers, selectKeys } from "./key-queries.ts";
