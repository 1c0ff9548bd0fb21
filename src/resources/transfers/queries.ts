// Every SQL statement of transfers.
import { type Reader, sql } from "../../platform/db.ts";

/** A transfer of an account. */
export interface TransferRow {
  readonly acatId: string;
  readonly status: string;
  readonly comment: string | null;
  readonly contraAccountNumber: string | null;
  readonly dtcNumber: string | null;
  readonly createdAt: Date;
  readonly lastModifiedAt: Date;
}

/** The transfers of an account, newest first. */
export async function selectTransfers(db: Reader, accountNumber: string): Promise<TransferRow[]> {
  return db.rows(sql<TransferRow>`
    select acat_id as "acatId", status, comment, contra_account_number as "contraAccountNumber",
      dtc_number as "dtcNumber", created_at as "createdAt", last_modified_at as "lastModifiedAt"
    from transfer where account_number = ${accountNumber}
    order by created_at desc, acat_id desc`);
}
