// SQL that finds an API user by a credential; other statements on keys are in key-queries.ts.

import type { Id } from "@bursar/values/ids";
import type { CallerFirm, Scope } from "../../../platform/change/context.ts";
import type { MacFields } from "../../../platform/keys/row-mac.ts";
import { part, type Reader, sql } from "../../../platform/store/db.ts";
import { firmMacTable } from "../../clients-and-accounts/firms/reads.ts";
import { callerFirm } from "../../clients-and-accounts/members/reads.ts";
import { apiUserMacTable, credentialMacTable } from "../credentials/reads.ts";

/** An API user with its firm, and the MACs of the two. */
export interface UserRow {
  readonly apiUserId: Id;
  readonly scopes: readonly Scope[];
  readonly boundLoginId: string | null;
  readonly firm: CallerFirm;
  readonly userFields: MacFields;
  readonly userMac: Buffer | null;
  readonly firmFields: MacFields;
  readonly firmMac: Buffer | null;
  /** Whether no later version of them ever got a MAC. */
  readonly isLast: boolean;
}

/** A valid credential with its user and firm, and the MACs of the three. */
export interface CredentialRow extends UserRow {
  readonly expiresAt: Date | null;
  readonly credentialFields: MacFields;
  readonly credentialMac: Buffer | null;
  /** Whether no later version of the three ever got a MAC. */
  readonly isLast: boolean;
}

const shared = part`
  api_user.api_user_id as "apiUserId", api_user.scopes,
  ${callerFirm} as firm,
  ${apiUserMacTable.fields} as "userFields", api_user.mac as "userMac",
  ${firmMacTable.fields} as "firmFields", firm.mac as "firmMac"`;

/** The columns of a `UserRow`, of `api_user` and `firm`. */
export const userColumns = part`
  ${shared}, api_user.bound_login_id as "boundLoginId",
  not exists (
    select from sealed_version as later
    where (table_name = 'api_user' and row_key = api_user.api_user_id
        and later.version > api_user.version)
      or (table_name = 'firm' and row_key = firm.firm_oid
        and later.version > firm.version)) as "isLast"`;

const credentialColumns = part`
  ${shared},
  coalesce(api_credential.bound_login_id, api_user.bound_login_id) as "boundLoginId",
  api_credential.expires_at as "expiresAt",
  ${credentialMacTable.fields} as "credentialFields", api_credential.mac as "credentialMac",
  not exists (
    select from sealed_version as later
    where (table_name = 'api_credential' and row_key = api_credential.api_key_id
        and later.version > api_credential.version)
      or (table_name = 'api_user' and row_key = api_user.api_user_id
        and later.version > api_user.version)
      or (table_name = 'firm' and row_key = firm.firm_oid
        and later.version > firm.version)) as "isLast"`;

const tables = part`
  api_credential join api_user using (api_user_id) join firm using (firm_oid)`;

/** The row that is read for the name of a signing key: that key, or its neighbour where there is
 * none. */
export interface KeyLookUp extends CredentialRow {
  readonly sealedSecret: Buffer;
  /** Whether it is that key, and neither revoked nor expired. */
  readonly isValid: boolean;
}

/**
 * The signing key of that name with its sealed secret. Where there is none, the key that follows it
 * in order, or the first, is read in its place and is not valid: the look-up of an unknown key costs
 * the same.
 */
export async function selectCredentialByKey(
  db: Reader,
  apiKey: string,
  now: Date,
): Promise<KeyLookUp | undefined> {
  return db.first(sql<KeyLookUp>`
    with near (same_or_next, first) as materialized (
      select (select api_key_id from api_credential
          where api_key >= ${apiKey} order by api_key limit 1),
        (select api_key_id from api_credential
          where api_key is not null order by api_key limit 1))
    select ${credentialColumns}, secret_sealed as "sealedSecret",
      api_key = ${apiKey} and revoked_at is null
        and (expires_at is null or expires_at > ${now}) as "isValid"
    from near, ${tables}
    where api_key_id = coalesce(near.same_or_next, near.first)`);
}

/** The token of that hash, unless it is revoked or expired. */
export async function selectCredentialByTokenHash(
  db: Reader,
  hash: Buffer,
  now: Date,
): Promise<CredentialRow | undefined> {
  return db.first(sql<CredentialRow>`
    select ${credentialColumns} from ${tables}
    where token_hash = ${hash} and revoked_at is null
      and (expires_at is null or expires_at > ${now})`);
}
