// SQL of the items that are to be posted, tried again or taken back.
import type { Day } from "@bursar/values/dates";
import type { AccountNumber, Id } from "@bursar/values/ids";
import { type Reader, sql } from "../../../platform/store/db.ts";
import { selectUnbilled } from "./bill-queries.ts";
import type { FeeRunRow } from "./run-queries.ts";

/** An item that is due. */
export interface DueItem {
  readonly accountNumber: AccountNumber;
  readonly feeRunOid: Id;
  readonly line: number;
  readonly payerAccountNumber: string | null;
}

/** Approved runs whose day has come and of which every account billed has its bill, the oldest first. */
export async function selectRunsToPost(
  db: Reader,
  { today, most }: { readonly today: Day; readonly most: number },
): Promise<Id[]> {
  const runs = await db.rows(sql<Pick<FeeRunRow, "feeRunOid" | "kind">>`
    select fee_run_oid as "feeRunOid", kind from fee_run
    where run_status = 'APPROVED' and post_on <= ${today}
    order by created_at, fee_run_oid`);
  const due: Id[] = [];
  for (const run of runs) {
    if (due.length === most) break;
    if ((await selectUnbilled(db, run, 1)).length === 0) due.push(run.feeRunOid);
  }
  return due;
}

/** Open items of runs that are posting, by run and account. */
export async function selectItemsToPost(db: Reader, most: number): Promise<DueItem[]> {
  return db.rows(sql<DueItem>`
    select i.account_number as "accountNumber", i.fee_run_oid as "feeRunOid", i.line,
      i.payer_account_number as "payerAccountNumber"
    from fee_run as r join fee_item as i using (fee_run_oid)
    where r.run_status = 'POSTING' and i.state = 'OPEN'
    order by i.fee_run_oid, i.account_number, i.line limit ${most}::integer`);
}

/** The open items of one run. */
export async function selectOpenItems(db: Reader, feeRunOid: Id): Promise<DueItem[]> {
  return db.rows(sql<DueItem>`
    select account_number as "accountNumber", fee_run_oid as "feeRunOid", line,
      payer_account_number as "payerAccountNumber"
    from fee_item where fee_run_oid = ${feeRunOid} and state = 'OPEN'
    order by account_number, line`);
}

/** Items whose cash was insufficient, not tried today yet, by run and account. */
export async function selectItemsToRetry(db: Reader, today: Day, most: number): Promise<DueItem[]> {
  return db.rows(sql<DueItem>`
    select i.account_number as "accountNumber", i.fee_run_oid as "feeRunOid", i.line,
      i.payer_account_number as "payerAccountNumber"
    from fee_item as i join fee_run as r using (fee_run_oid)
    where r.run_status in ('POSTING', 'POSTED') and i.state in ('PART', 'DUE')
      and i.tried_on < ${today} and i.retry_until >= ${today}
    order by i.fee_run_oid, i.account_number, i.line limit ${most}::integer`);
}

/** Items of runs that are reversed and not refunded yet; what was billed too little or much in advance stays as it was
 * given back. */
export async function selectItemsToReverse(db: Reader, most: number): Promise<DueItem[]> {
  return db.rows(sql<DueItem>`
    select i.account_number as "accountNumber", i.fee_run_oid as "feeRunOid", i.line,
      i.payer_account_number as "payerAccountNumber"
    from fee_run as r join fee_item as i using (fee_run_oid)
    where r.run_status = 'REVERSING' and i.state in ('POSTED', 'PART', 'DUE', 'WRITTENOFF')
      and i.computed >= 0
    order by i.fee_run_oid, i.account_number, i.line limit ${most}::integer`);
}

/** Runs under way of which no item is left to post or to refund. */
export async function selectDoneRuns(db: Reader, most: number): Promise<Id[]> {
  const runs = await db.rows(sql<{ feeRunOid: Id; isReversing: boolean }>`
    select fee_run_oid as "feeRunOid", run_status = 'REVERSING' as "isReversing" from fee_run
    where run_status in ('POSTING', 'REVERSING') order by fee_run_oid`);
  const done: Id[] = [];
  for (const { feeRunOid, isReversing } of runs) {
    if (done.length === most) break;
    const left = await db.first(sql`
      select i.account_number from fee_item as i
      where i.fee_run_oid = ${feeRunOid} and case when ${isReversing}::boolean
        then i.state in ('POSTED', 'PART', 'DUE', 'WRITTENOFF') and i.computed >= 0
        else i.state = 'OPEN' end
      limit 1`);
    if (left === undefined) done.push(feeRunOid);
  }
  return done;
}
