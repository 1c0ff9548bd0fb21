// SQL that stores and reads signed agreements; action items are in item-queries.ts.

import type { Id } from "@bursar/values/ids";
import { type Reader, type Sender, sql } from "../../../platform/store/db.ts";

/** A stored signed agreement: the e-sign record of one signature. */
export interface AgreementRow {
  readonly id: Id;
  readonly loginId: string;
  readonly method: string;
  /** Null for a signed PDF. */
  readonly imageEncoding: string | null;
  readonly content: Buffer;
  readonly sha256: Buffer;
  readonly w9Withhold: boolean | null;
  readonly apiUserId: Id;
  /** The member logged in, else the one acted for. */
  readonly callerLoginId: string | null;
  readonly requestId: string;
  readonly address: string;
  readonly signedAt: Date;
}

/** Stores a signature; the writer's rights prevent later changes. */
export function insertAgreement(sender: Sender, accountNumber: string, row: AgreementRow): void {
  sender.send(sql`
    insert into customer_agreement
      (account_number, agreement_id, login_id, method, image_encoding, content, content_sha256,
       w9_withhold, api_user_id, caller_login_id, request_id, address, signed_at)
    values
      (${accountNumber}, ${row.id}, ${row.loginId}, ${row.method}, ${row.imageEncoding},
       ${row.content}, ${row.sha256}, ${row.w9Withhold}, ${row.apiUserId},
       ${row.callerLoginId}, ${row.requestId}, ${row.address}, ${row.signedAt})`);
}

/** The members whose signature is stored for the account. Each is found by the index behind the one before,
 * so that it matters little how often they have signed. */
export async function selectSigners(
  db: Reader,
  accountNumber: string,
): Promise<{ loginId: string }[]> {
  return db.rows(sql<{ loginId: string }>`
    with recursive signer as (
      (select login_id from customer_agreement
        where account_number = ${accountNumber} order by login_id limit 1)
      union all
      select (select login_id from customer_agreement
          where account_number = ${accountNumber} and login_id > signer.login_id
          order by login_id limit 1)
        from signer where signer.login_id is not null)
    select login_id as "loginId" from signer where login_id is not null order by login_id`);
}

/** A stored agreement as it is shown. */
export type ShownAgreement = Pick<
  AgreementRow,
  "id" | "loginId" | "method" | "imageEncoding" | "sha256" | "w9Withhold" | "signedAt"
> & { readonly size: string };

/** Names an agreement, and the members each of whom must be its signer. */
export interface AgreementKey {
  readonly accountNumber: string;
  readonly id: Id;
  readonly signers: readonly string[];
}

/** One agreement without its bytes, or undefined; without signers named, anyone's. */
export async function selectAgreement(
  db: Reader,
  { accountNumber, id, signers }: AgreementKey,
): Promise<ShownAgreement | undefined> {
  return db.first(sql<ShownAgreement>`
    select agreement_id as id, login_id as "loginId", method, image_encoding as "imageEncoding",
      content_sha256 as "sha256", length(content)::text as size, w9_withhold as "w9Withhold",
      signed_at as "signedAt"
    from customer_agreement
    where account_number = ${accountNumber} and agreement_id = ${id}
      and login_id = all (${signers}::text[])`);
}

/** The signed content, byte for byte. */
export type AgreementContent = Pick<AgreementRow, "imageEncoding" | "content" | "sha256">;

/** The bytes of one agreement, or undefined; without signers named, anyone's. */
export async function selectAgreementContent(
  db: Reader,
  { accountNumber, id, signers }: AgreementKey,
): Promise<AgreementContent | undefined> {
  return db.first(sql<AgreementContent>`
    select image_encoding as "imageEncoding", content, content_sha256 as "sha256"
    from customer_agreement
    where account_number = ${accountNumber} and agreement_id = ${id}
      and login_id = all (${signers}::text[])`);
}
