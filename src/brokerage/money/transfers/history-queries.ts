// The statements of what transfers have gone through.
import { type Reader, sql, type Tx } from "../../../platform/store/db.ts";

/** A status that a transfer has had, with what was said then. */
export interface StepRow {
  readonly status: string;
  readonly comment: string | null;
  readonly reasonCode: string | null;
  readonly changedAt: Date;
}

/** The key of a transfer: its account and its id. */
export interface TransferKey {
  readonly accountNumber: string;
  readonly acatId: string;
}

/** A step of a transfer. */
export interface TransferStepRow extends StepRow, TransferKey {
  /** Steps of a transfer are numbered from 1. */
  readonly position: number;
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
      acat_id as "acatId", position, status, comment, reason_code as "reasonCode",
      changed_at as "changedAt"
    from transfer_history where account_number = any(${accountNumbers}::text[])
    order by account_number, acat_id, position desc`);
}

/** The steps that a running load gives the transfers of some accounts whose status or comment it
 * changes, or which it adds. */
export async function selectLoadedSteps(
  tx: Tx,
  accountNumbers: readonly string[],
): Promise<Omit<TransferStepRow, "position">[]> {
  return tx.rows(sql<Omit<TransferStepRow, "position">>`
    select account_number as "accountNumber", acat_id as "acatId", status, comment,
      null as "reasonCode", last_modified_at as "changedAt"
    from load_transfers join load_transfers_changes on line = load_line
    where account_number = any(${accountNumbers}::text[]) and (is_new
      or (status, comment) is distinct from (before ->> 'status', before ->> 'comment'))`);
}

/** The position of the last step of a transfer whose account is locked; 0 where it has none. */
export async function selectLastPosition(
  tx: Tx,
  accountNumber: string,
  acatId: string,
): Promise<number> {
  const last = await tx.first(sql<{ position: number }>`
    select coalesce(max(position), 0) as "position" from transfer_history
    where account_number = ${accountNumber} and acat_id = ${acatId}`);
  return last?.position ?? 0;
}

/** Adds a step to the history of a transfer. Its position is given and not counted here: on a distributed
 * store a row that is selected is copied to its node, which commits in two phases. */
export function insertStep(tx: Tx, row: TransferStepRow): void {
  const { accountNumber, acatId, position, status, comment, reasonCode, changedAt } = row;
  tx.send(sql`
    insert into transfer_history
      (account_number, acat_id, position, status, comment, reason_code, changed_at)
    values (${accountNumber}, ${acatId}, ${position}, ${status}, ${comment}, ${reasonCode},
      ${changedAt})`);
}
