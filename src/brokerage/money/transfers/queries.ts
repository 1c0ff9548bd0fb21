// SQL that reads transfers; requests are in request-queries.ts, histories in history-queries.ts.
import { type Reader, sql, type Tx } from "../../../platform/store/db.ts";

/** A transfer of an account. */
export interface TransferRow {
  readonly accountNumber: string;
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
    select account_number as "accountNumber", acat_id as "acatId", status, comment,
      contra_account_number as "contraAccountNumber", dtc_number as "dtcNumber",
      created_at as "createdAt", last_modified_at as "lastModifiedAt"
    from transfer where account_number = ${accountNumber}
    order by created_at desc, acat_id desc`);
}

/** One transfer with its kind, or undefined. */
export async function selectTransfer(
  db: Reader,
  accountNumber: string,
  acatId: string,
): Promise<(TransferRow & { readonly transferType: string }) | undefined> {
  return db.first(sql<TransferRow & { readonly transferType: string }>`
    select account_number as "accountNumber", acat_id as "acatId", status, comment,
      contra_account_number as "contraAccountNumber", dtc_number as "dtcNumber",
      created_at as "createdAt", last_modified_at as "lastModifiedAt",
      transfer_type as "transferType"
    from transfer where account_number = ${accountNumber} and acat_id = ${acatId}`);
}

/** The next accounts with staged transfers, in order of number. */
export async function selectStagedAccounts(tx: Tx, after: string): Promise<string[]> {
  const found = await tx.rows(sql<{ number: string }>`
    select distinct account_number as "number" from load_transfers
    where account_number > ${after} order by 1 limit 500`);
  return found.map(({ number }) => number);
}
