// Every SQL statement of customer agreements.
import { type Reader, sql, type Tx } from "../../platform/store/db.ts";
import type { Id } from "../../values/ids.ts";

/** A signed agreement as it is kept: the e-sign record of one signature. */
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

/** Stores a signature; the writer's rights keep it as it is from then on. */
export function insertAgreement(tx: Tx, accountNumber: string, row: AgreementRow): void {
  tx.send(sql`
    insert into customer_agreement
      (account_number, agreement_id, login_id, method, image_encoding, content, content_sha256,
       w9_withhold, api_user_id, caller_login_id, request_id, address, signed_at)
    values
      (${accountNumber}, ${row.id}, ${row.loginId}, ${row.method}, ${row.imageEncoding},
       ${row.content}, ${row.sha256}, ${row.w9Withhold}, ${row.apiUserId},
       ${row.callerLoginId}, ${row.requestId}, ${row.address}, ${row.signedAt})`);
}

/** The members of whom a signature is stored for the account. */
export async function selectSigners(
  db: Reader,
  accountNumber: string,
): Promise<{ loginId: string }[]> {
  return db.rows(sql<{ loginId: string }>`
    select distinct login_id as "loginId" from customer_agreement
    where account_number = ${accountNumber} order by login_id`);
}
