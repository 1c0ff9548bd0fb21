// The rows that decide what a caller may do, with their MACs: firms, API users, credentials.
import type { MacRow, MacTable } from "../../../platform/keys/row-mac.ts";
import { part, type Reader, sql } from "../../../platform/store/db.ts";
import { firmMacTable } from "../../clients-and-accounts/firms/reads.ts";

/** API users: for which firm they call, with which scopes, as which member. */
export const apiUserMacTable: MacTable = {
  table: "api_user",
  key: "api_user_id",
  columns: ["firm_oid", "scopes", "bound_login_id"],
  fields: part`array[api_user.api_user_id::text, api_user.firm_oid::text, api_user.scopes::text,
    api_user.bound_login_id, api_user.version::text]`,
};

/** Credentials: whose they are, what proves them, until when. */
export const credentialMacTable: MacTable = {
  table: "api_credential",
  key: "api_key_id",
  columns: [
    "api_user_id",
    "kind",
    "api_key",
    "token_hash",
    "expires_at",
    "revoked_at",
    "bound_login_id",
  ],
  fields: part`array[api_credential.api_key_id::text, api_credential.api_user_id::text,
    api_credential.kind, api_credential.api_key, encode(api_credential.token_hash, 'hex'),
    extract(epoch from api_credential.expires_at at time zone 'UTC')::text,
    extract(epoch from api_credential.revoked_at at time zone 'UTC')::text,
    api_credential.bound_login_id, api_credential.version::text]`,
};

/** A row and its MAC, with the firm in whose audit chain its changes are recorded. */
export interface RightsRow extends MacRow {
  readonly firmOid: string;
  /** The highest version of the row that ever got a MAC; null where none did. */
  readonly lastVersion: string | null;
}

/** A credential with what proves it. */
export interface CredentialRightsRow extends RightsRow {
  readonly secretSealed: Buffer | null;
  readonly tokenSealed: Buffer | null;
}

/** All firms. */
export async function selectFirmRights(db: Reader): Promise<RightsRow[]> {
  return db.rows(sql<RightsRow>`
    select ${firmMacTable.fields} as fields, mac, firm_oid::text as "firmOid",
      (select max(last.version)::text from sealed_version as last
        where table_name = 'firm' and row_key = firm_oid) as "lastVersion"
    from firm order by firm_oid`);
}

/** All API users. */
export async function selectApiUserRights(db: Reader): Promise<RightsRow[]> {
  return db.rows(sql<RightsRow>`
    select ${apiUserMacTable.fields} as fields, mac, firm_oid::text as "firmOid",
      (select max(last.version)::text from sealed_version as last
        where table_name = 'api_user' and row_key = api_user_id) as "lastVersion"
    from api_user order by api_user_id`);
}

/** All credentials, revoked and expired ones too. */
export async function selectCredentialRights(db: Reader): Promise<CredentialRightsRow[]> {
  return db.rows(sql<CredentialRightsRow>`
    select ${credentialMacTable.fields} as fields, api_credential.mac,
      api_user.firm_oid::text as "firmOid", secret_sealed as "secretSealed",
      token_sealed as "tokenSealed",
      (select max(last.version)::text from sealed_version as last
        where table_name = 'api_credential' and row_key = api_key_id) as "lastVersion"
    from api_credential join api_user using (api_user_id) order by api_key_id`);
}

/** The subjects of all chains that record rights. */
export async function selectFirmSubjects(db: Reader): Promise<string[]> {
  const rows = await db.rows(sql<{ subject: string }>`
    select subject from audit_head where subject >= 'firm:' and subject < 'firm;'
    union
    select subject from audit_entry where subject >= 'firm:' and subject < 'firm;'
    order by subject`);
  return rows.map(({ subject }) => subject);
}
