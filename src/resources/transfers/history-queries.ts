// The statements of what transfers have gone through.
import { type Reader, sql, type Tx } from "../../platform/store/db.ts";

/** A status that a transfer has had, with what was said then. */
export interface StepRow {
  readonly status: string;
  readonly comment: string | null;
  readonly reasonCode: string | null;
  readonly changedAt: Date;
}

/** A step of a transfer. */
export interface TransferStepRow extends StepRow {
  readonly accountNumber: string;
  readonly acatId: string;
}

/** The history of a transfer, oldest first; empty where there is no such transfer. */
export async function selectSteps(
  db: Reader,
  accountNumber: string,
  acatId: string,
): Promise<StepRow[]> {
  return db.rows(sql<StepRow>`
    select status, comment, reason_code as "reasonCode", changed_at as "changedAt"
    from transfer_history
    where account_number = ${accountNumber} and acat_id = ${acatId}
    order by position`);
}

/** The last step of each transfer of some accounts. */
export async function selectLastSteps(
  db: Reader,
  accountNumbers: readonly string[],
): Promise<TransferStepRow[]> {
  return db.rows(sql<TransferStepRow>`
    select distinct on (account_number, acat_id) account_number as "accountNumber",
      acat_id as "acatId", status, comment, reason_code as "reasonCode",
      changed_at as "changedAt"
    from transfer_history where account_number = any(${accountNumbers}::text[])
    order by account_number, acat_id, position desc`);
}

/** Adds a step to the history of a transfer. */
export function insertStep(tx: Tx, row: TransferStepRow): void {
  const { accountNumber, acatId, status, comment, reasonCode, changedAt } = row;
  tx.send(sql`
    insert into transfer_history
      (account_number, acat_id, position, status, comment, reason_code, changed_at)
    select ${accountNumber}, ${acatId}, coalesce(max(position), 0) + 1, ${status}, ${comment},
      ${reasonCode}, ${changedAt}
    from transfer_history where account_number = ${accountNumber} and acat_id = ${acatId}`);
}
