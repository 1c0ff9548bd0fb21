// Where the credentials of API users are found.
import type {
  Credential,
  CredentialStore,
  SigningCredential,
} from "../../../platform/auth/authenticate.ts";
import type { CallerFirm, Scope } from "../../../platform/change/context.ts";
import { isMacValid, type MacRow, type MacTable } from "../../../platform/keys/row-mac.ts";
import type { Vault } from "../../../platform/keys/vault.ts";
import type { Reader } from "../../../platform/store/db.ts";
import { firmMacTable } from "../../clients-and-accounts/firms/reads.ts";
import { apiUserMacTable, credentialMacTable } from "../credentials/reads.ts";
import {
  type CredentialRow,
  selectCredentialByKey,
  selectCredentialByTokenHash,
  type UserRow,
} from "./queries.ts";

/** A row that does not count, since its MAC is not the one that the service gave it. */
export interface ForgedRow {
  readonly table: string;
  readonly key: string | null | undefined;
}

/** The valid credentials of the store; `onForged` is called for each row that the service did
 * not write. */
export function credentialStore(
  db: Reader,
  vault: Vault,
  onForged: (row: ForgedRow) => void,
): Pick<CredentialStore, "byApiKey" | "byTokenHash"> {
  return {
    async byApiKey(apiKey, now): Promise<SigningCredential | undefined> {
      // PostgreSQL text cannot contain U+0000, and neither can a key: a look-up of the replacement
      // costs the same.
      const row = await selectCredentialByKey(db, apiKey.replaceAll("\0", "?"), now);
      // All of it is worked out for a row that is not the key, too.
      const forged = forgedRows(vault, row ?? nobody);
      const credential = row && { ...credentialOf(row), sealedSecret: row.sealedSecret };
      return row?.isValid && isSound(forged) ? credential : undefined;
    },
    async byTokenHash(hash, now): Promise<Credential | undefined> {
      const row = await selectCredentialByTokenHash(db, hash, now);
      const forged = forgedRows(vault, row ?? nobody);
      return row && isSound(forged) ? credentialOf(row) : undefined;
    },
  };

  function isSound(forged: readonly ForgedRow[]): boolean {
    forged.forEach(onForged);
    return forged.length === 0;
  }
}

/** The rows, of the three, that have a wrong MAC or are not the last version. */
function forgedRows(vault: Vault, row: Sealed): ForgedRow[] {
  return forgedOf(
    vault,
    [
      { of: credentialMacTable, fields: row.credentialFields, mac: row.credentialMac },
      ...macsOfUser(row),
    ],
    row.isLast,
  );
}

/** The rows, of an API user and its firm, that have a wrong MAC or are not the last version. */
export function forgedUserRows(vault: Vault, row: UserRow): ForgedRow[] {
  return forgedOf(vault, macsOfUser(row), row.isLast);
}

function macsOfUser(row: Sealed | UserRow) {
  return [
    { of: apiUserMacTable, fields: row.userFields, mac: row.userMac },
    { of: firmMacTable, fields: row.firmFields, mac: row.firmMac },
  ];
}

function forgedOf(
  vault: Vault,
  rows: readonly (MacRow & { readonly of: MacTable })[],
  isLast: boolean,
): ForgedRow[] {
  // All are checked, whatever the first result: the time must reveal nothing about them.
  const forged = rows.filter((each) => !isMacValid(vault, each.of, each));
  const found = forged.length === 0 && !isLast ? rows.slice(0, 1) : forged;
  return found.map(({ of, fields }) => ({ table: of.table, key: fields[0] }));
}

type Sealed = Omit<CredentialRow, "apiUserId" | "scopes" | "boundLoginId" | "expiresAt" | "firm">;

/** The row that is checked if there is no such credential, so that it costs as much. */
const nobody: Sealed = {
  credentialFields: ["0", "0", "signing", "none", null, null, null, null, "0"],
  credentialMac: null,
  userFields: ["0", "0", "{read,write}", null, "0"],
  userMac: null,
  firmFields: ["0", "institutional", "NONE", "{}", "0"],
  firmMac: null,
  isLast: false,
};

function credentialOf(row: CredentialRow): Credential {
  return {
    apiUserId: row.apiUserId,
    firm: row.firm satisfies CallerFirm,
    scopes: new Set<Scope>(row.scopes),
    boundLoginId: row.boundLoginId ?? undefined,
    expiresAt: row.expiresAt ?? undefined,
  };
}

export { apiUserErrors } from "./errors.ts";
export { selectApiUsers, selectKeys, selectUsersOfFirm } from "./key-queries.ts";
export { refuseOthers } from "./key-rights.ts";
export { type UserRow, userColumns } from "./queries.ts";
export { sessionForChange } from "./session-for-change.ts";
export { sealedSecrets, sealedTokens } from "./shared-secret.ts";
