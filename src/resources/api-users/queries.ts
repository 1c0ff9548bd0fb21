// Every statement on API users and their credentials.
import type { CallerFirm, Scope } from "../../platform/change/context.ts";
import { type Reader, sql } from "../../platform/store/db.ts";
import type { Id } from "../../values/ids.ts";

/** A valid credential with its user and firm. */
export interface CredentialRow {
  readonly apiUserId: Id;
  readonly scopes: readonly Scope[];
  readonly boundLoginId: string | null;
  readonly expiresAt: Date | null;
  readonly firm: CallerFirm;
}

/** The signing key of that name with its sealed secret, unless it is revoked or expired. */
export async function selectCredentialByKey(
  db: Reader,
  apiKey: string,
  now: Date,
): Promise<(CredentialRow & { readonly sealedSecret: Buffer }) | undefined> {
  return db.first(sql<CredentialRow & { readonly sealedSecret: Buffer }>`
    select api_user.api_user_id as "apiUserId", api_user.scopes,
      coalesce(credential.bound_login_id, api_user.bound_login_id) as "boundLoginId",
      credential.expires_at as "expiresAt",
      json_build_object('oid', firm.firm_oid::text, 'kind', firm.kind,
        'partnerCode', firm.partner_code,
        'programOids', firm.program_oids::text[]) as firm,
      credential.secret_sealed as "sealedSecret"
    from api_credential as credential
    join api_user using (api_user_id) join firm using (firm_oid)
    where credential.api_key = ${apiKey} and credential.revoked_at is null
      and (credential.expires_at is null or credential.expires_at > ${now})`);
}

/** The token of that hash, unless it is revoked or expired. */
export async function selectCredentialByTokenHash(
  db: Reader,
  hash: Buffer,
  now: Date,
): Promise<CredentialRow | undefined> {
  return db.first(sql<CredentialRow>`
    select api_user.api_user_id as "apiUserId", api_user.scopes,
      coalesce(credential.bound_login_id, api_user.bound_login_id) as "boundLoginId",
      credential.expires_at as "expiresAt",
      json_build_object('oid', firm.firm_oid::text, 'kind', firm.kind,
        'partnerCode', firm.partner_code,
        'programOids', firm.program_oids::text[]) as firm
    from api_credential as credential
    join api_user using (api_user_id) join firm using (firm_oid)
    where credential.token_hash = ${hash} and credential.revoked_at is null
      and (credential.expires_at is null or credential.expires_at > ${now})`);
}
