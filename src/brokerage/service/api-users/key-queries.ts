// SQL that creates, lists and revokes credentials.

import type { Id } from "@bursar/values/ids";
import type { MacFields } from "../../../platform/keys/row-mac.ts";
import { type Reader, sql, type Tx } from "../../../platform/store/db.ts";
import { credentialMacTable } from "../credentials/reads.ts";
import { type UserRow, userColumns } from "./queries.ts";

/** A credential as it may be listed: nothing that could be used. */
export interface KeyRow {
  readonly keyId: Id;
  readonly kind: "token" | "signing";
  readonly apiUserId: Id;
  readonly apiUserName: string;
  readonly firmOid: Id;
  readonly apiKey: string | null;
  readonly boundLoginId: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
}

/** The credentials of a firm, or of all, oldest first. */
export async function selectKeys(db: Reader, firmOid: Id | null = null): Promise<KeyRow[]> {
  return db.rows(sql<KeyRow>`
    select credential.api_key_id as "keyId", credential.kind,
      api_user.api_user_id as "apiUserId", api_user.name as "apiUserName",
      api_user.firm_oid as "firmOid", credential.api_key as "apiKey",
      coalesce(credential.bound_login_id, api_user.bound_login_id) as "boundLoginId",
      credential.created_at as "createdAt", credential.expires_at as "expiresAt",
      credential.revoked_at as "revokedAt"
    from api_credential as credential join api_user using (api_user_id)
    where api_user.firm_oid = coalesce(${firmOid}::bigint, api_user.firm_oid)
    order by credential.created_at, credential.api_key_id`);
}

/** An API user by its name. */
export interface NamedUserRow extends UserRow {
  readonly name: string;
}

/** The API users of a firm, with their MACs. */
export async function selectUsersOfFirm(db: Reader, firmOid: Id): Promise<NamedUserRow[]> {
  return db.rows(sql<NamedUserRow>`
    select api_user.name, ${userColumns} from api_user join firm using (firm_oid)
    where firm_oid = ${firmOid} order by api_user_id`);
}

/** The ids of all API users. */
export async function selectApiUsers(db: Reader): Promise<{ apiUserId: Id }[]> {
  return db.rows(sql<{ apiUserId: Id }>`select api_user_id as "apiUserId" from api_user`);
}

/** The firm of an API user, or undefined when there is none with this id. */
export async function selectFirmOfApiUser(
  db: Reader,
  apiUserId: string,
): Promise<{ firmOid: Id } | undefined> {
  return db.first(sql<{ firmOid: Id }>`
    select firm_oid as "firmOid" from api_user where api_user_id = ${apiUserId}`);
}

/** The stored part of a new credential: a token's hash, or a key with its sealed secret. */
export interface NewKeyRow {
  readonly keyId: Id;
  readonly apiUserId: string;
  readonly kind: "token" | "signing";
  readonly apiKey: string | null;
  readonly secretSealed: Buffer | null;
  readonly tokenHash: Buffer | null;
  readonly tokenSealed: Buffer | null;
  readonly boundLoginId: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
}

/** Stores a new credential; returns the fields under its MAC. */
export async function insertKey(tx: Tx, row: NewKeyRow): Promise<MacFields> {
  const stored = await tx.first(sql<{ fields: MacFields }>`
    insert into api_credential (api_key_id, api_user_id, kind, api_key, secret_sealed, token_hash,
      token_sealed, bound_login_id, created_at, expires_at, version)
    values (${row.keyId}, ${row.apiUserId}, ${row.kind}, ${row.apiKey}, ${row.secretSealed},
      ${row.tokenHash}, ${row.tokenSealed}, ${row.boundLoginId}, ${row.createdAt},
      ${row.expiresAt}, 1)
    returning ${credentialMacTable.fields} as fields`);
  return stored?.fields ?? [];
}

/** A credential that was revoked, with the fields under its MAC. */
export interface RevokedKey {
  readonly apiUserId: Id;
  readonly firmOid: Id;
  readonly version: string;
  readonly fields: MacFields;
}

/** Revokes a credential that is still valid; undefined where there is none. */
export async function updateKeyRevoked(
  tx: Tx,
  keyId: string,
  revokedAt: Date,
): Promise<RevokedKey | undefined> {
  return tx.first(sql<RevokedKey>`
    update api_credential set revoked_at = ${revokedAt}, version = api_credential.version + 1
    from api_user
    where api_credential.api_key_id = ${keyId} and api_credential.revoked_at is null
      and api_user.api_user_id = api_credential.api_user_id
    returning api_user.api_user_id as "apiUserId", api_user.firm_oid as "firmOid",
      api_credential.version::text as "version", ${credentialMacTable.fields} as fields`);
}

/** Stores the MAC of a version of a credential, which from now on is the only one. */
export function updateKeyMac(tx: Tx, keyId: string, mac: Buffer): void {
  tx.send(sql`
    with sealed as (
      update api_credential set mac = ${mac} where api_key_id = ${keyId}
      returning api_key_id, version)
    insert into sealed_version (table_name, row_key, version)
    select 'api_credential', api_key_id, version from sealed on conflict do nothing`);
}
