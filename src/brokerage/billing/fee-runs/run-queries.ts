// SQL of fee runs.
import type { Day } from "@bursar/values/dates";
import type { Decimal } from "@bursar/values/decimal";
import type { Id } from "@bursar/values/ids";
import { part, type Reader, sql, type Tx } from "../../../platform/store/db.ts";
import { canShareRows } from "../../../platform/store/distributed/differences.ts";
import type { FeeKind } from "./billed-plan.ts";
import type { FeeRunStatus } from "./life-cycle.ts";

/** The amount due to a payee since the last run, or owed by it. */
export interface Payout {
  readonly payee: string;
  readonly collected: string;
  readonly refunded: string;
  readonly carried: string;
  readonly amount: string;
}

/** A run as it is stored. */
export interface FeeRunRow {
  readonly feeRunOid: Id;
  readonly firmOid: Id;
  readonly kind: FeeKind;
  readonly status: FeeRunStatus;
  readonly periodEnd: Day;
  readonly billingPlanOids: readonly Id[] | null;
  readonly accountNumbers: readonly string[] | null;
  readonly askedPostOn: Day | null;
  readonly postOn: Day | null;
  readonly createdBy: string | null;
  readonly adjustedBy: readonly string[];
  readonly approvedBy: string | null;
  readonly isApprovedAlone: boolean;
  readonly reversedBy: string | null;
  readonly comment: string | null;
  readonly itemsHash: string | null;
  readonly payouts: readonly Payout[] | null;
  readonly createdAt: Date;
  readonly previewedAt: Date | null;
  readonly approvedAt: Date | null;
  readonly postedAt: Date | null;
  readonly endedAt: Date | null;
}

const columns = part`
  fee_run_oid as "feeRunOid", firm_oid as "firmOid", kind, run_status as "status",
  period_end as "periodEnd", billing_plan_oids as "billingPlanOids",
  account_numbers as "accountNumbers", asked_post_on as "askedPostOn", post_on as "postOn",
  created_by as "createdBy", adjusted_by as "adjustedBy", approved_by as "approvedBy",
  is_approved_alone as "isApprovedAlone", reversed_by as "reversedBy", comment,
  items_hash as "itemsHash", payouts, created_at as "createdAt", previewed_at as "previewedAt",
  approved_at as "approvedAt", posted_at as "postedAt", ended_at as "endedAt"`;

/** A run of a firm; undefined without one. */
export async function selectRun(
  db: Reader,
  firmOid: string,
  feeRunOid: string,
): Promise<FeeRunRow | undefined> {
  return db.first(sql<FeeRunRow>`
    select ${columns} from fee_run
    where fee_run_oid = ${feeRunOid} and firm_oid = ${firmOid}`);
}

/** A run of any firm; undefined without one. */
export async function selectRunById(db: Reader, feeRunOid: Id): Promise<FeeRunRow | undefined> {
  return db.first(sql<FeeRunRow>`
    select ${columns} from fee_run where fee_run_oid = ${feeRunOid}`);
}

/** The amounts that were due to payees by the run of a firm that was posted last. */
export async function selectLastPayouts(db: Reader, firmOid: Id): Promise<readonly Payout[]> {
  const row = await db.first(sql<{ payouts: Payout[] }>`
    select payouts from fee_run
    where firm_oid = ${firmOid} and kind <> 'P' and payouts is not null
    order by posted_at desc, fee_run_oid desc limit 1`);
  return row?.payouts ?? [];
}

/** The runs of a firm, the newest first, behind one. */
export async function selectRuns(
  db: Reader,
  firmOid: string,
  {
    after,
    limit,
    status,
  }: {
    readonly after: Id | null;
    /** One more is read. */
    readonly limit: Decimal;
    readonly status: string | null;
  },
): Promise<FeeRunRow[]> {
  return db.rows(sql<FeeRunRow>`
    select ${columns} from fee_run
    where firm_oid = ${firmOid} and (${status}::text is null or run_status = ${status})
      and (${after}::bigint is null or (created_at, fee_run_oid) < (
        select created_at, fee_run_oid from fee_run
        where fee_run_oid = ${after}::bigint and firm_oid = ${firmOid}))
    order by created_at desc, fee_run_oid desc limit ${limit}::bigint + 1`);
}

/** Locks a run until the transaction ends; of any firm, if none is named. */
export async function lockRun(
  tx: Tx,
  feeRunOid: string,
  firmOid: string | null = null,
): Promise<FeeRunRow | undefined> {
  return tx.first(sql<FeeRunRow>`
    select ${columns} from fee_run
    where fee_run_oid = ${feeRunOid} and firm_oid = coalesce(${firmOid}::bigint, firm_oid)
    for no key update`);
}

/** Reads a run that stays as it is until the transaction ends; others may read it so, too, where the store can. */
export async function shareRun(tx: Tx, feeRunOid: string): Promise<FeeRunRow | undefined> {
  if (!canShareRows(tx)) return lockRun(tx, feeRunOid);
  return tx.first(sql<FeeRunRow>`
    select ${columns} from fee_run where fee_run_oid = ${feeRunOid} for share`);
}

/** Stores a run, new or changed. */
export function storeRun(tx: Tx, run: FeeRunRow): void {
  tx.send(sql`
    insert into fee_run (fee_run_oid, firm_oid, kind, run_status, period_end, billing_plan_oids,
      account_numbers, asked_post_on, post_on, created_by, adjusted_by, approved_by,
      is_approved_alone, reversed_by, comment, items_hash, payouts, created_at, previewed_at,
      approved_at, posted_at, ended_at)
    values (${run.feeRunOid}, ${run.firmOid}, ${run.kind}, ${run.status}, ${run.periodEnd},
      ${run.billingPlanOids}::bigint[],
      ${run.accountNumbers}::text[], ${run.askedPostOn}, ${run.postOn}, ${run.createdBy},
      ${run.adjustedBy}::text[], ${run.approvedBy}, ${run.isApprovedAlone}, ${run.reversedBy},
      ${run.comment}, ${run.itemsHash},
      nullif(${JSON.stringify(run.payouts)}::jsonb, 'null'::jsonb), ${run.createdAt},
      ${run.previewedAt}, ${run.approvedAt}, ${run.postedAt}, ${run.endedAt})
    on conflict (fee_run_oid) do update set run_status = excluded.run_status,
      account_numbers = excluded.account_numbers,
      post_on = excluded.post_on, adjusted_by = excluded.adjusted_by,
      approved_by = excluded.approved_by, is_approved_alone = excluded.is_approved_alone,
      reversed_by = excluded.reversed_by, comment = excluded.comment,
      items_hash = excluded.items_hash, payouts = excluded.payouts,
      previewed_at = excluded.previewed_at, approved_at = excluded.approved_at,
      posted_at = excluded.posted_at, ended_at = excluded.ended_at`);
}

/** The runs of some statuses, the oldest first. */
export async function selectRunsUnderWay(
  db: Reader,
  statuses: readonly FeeRunStatus[],
  most: number,
): Promise<Id[]> {
  const rows = await db.rows(sql<{ feeRunOid: Id }>`
    select fee_run_oid as "feeRunOid" from fee_run
    where run_status = any(${statuses}::text[])
    order by created_at, fee_run_oid limit ${most}::integer`);
  return rows.map(({ feeRunOid }) => feeRunOid);
}

/** Another run of the firm's plans and period that is not ended; undefined without one. */
export async function selectOpenRun(
  db: Reader,
  {
    feeRunOid,
    firmOid,
    kind,
    periodEnd,
    billingPlanOids,
  }: Pick<FeeRunRow, "feeRunOid" | "firmOid" | "kind" | "periodEnd" | "billingPlanOids">,
): Promise<Id | undefined> {
  const row = await db.first(sql<{ feeRunOid: Id }>`
    select fee_run_oid as "feeRunOid" from fee_run
    where firm_oid = ${firmOid} and kind = ${kind} and period_end = ${periodEnd}
      and fee_run_oid <> ${feeRunOid} and account_numbers is null
      and run_status in ('COMPUTING', 'PREVIEW', 'APPROVED', 'POSTING')
      and (billing_plan_oids is null or ${billingPlanOids}::bigint[] is null
        or billing_plan_oids && ${billingPlanOids}::bigint[])
    limit 1`);
  return row?.feeRunOid;
}

/** Notes that fees were billed by the plans of a run's items. */
export async function markPlansBilled(tx: Tx, feeRunOid: Id): Promise<void> {
  const plans = await tx.rows(sql<{ oid: Id }>`
    select distinct billing_plan_oid as "oid" from fee_item where fee_run_oid = ${feeRunOid}`);
  for (const { oid } of plans) {
    tx.send(sql`
      update billing_plan set is_billed = true
      where billing_plan_oid = ${oid} and not is_billed`);
  }
}

/** The sums of a run. */
export interface RunSums {
  readonly accounts: string;
  readonly units: string;
  readonly basis: Decimal;
  readonly computed: Decimal;
  readonly adjusted: Decimal;
  /** Null where no account was billed before. */
  readonly previous: Decimal | null;
  readonly posted: Decimal;
  readonly due: Decimal;
}

/** The sums of some runs, by run; what is excluded counts as 0. */
export async function selectRunSums(
  db: Reader,
  feeRunOids: readonly Id[],
): Promise<ReadonlyMap<string, RunSums>> {
  const rows = await db.rows(sql<RunSums & { feeRunOid: Id }>`
    select fee_run_oid as "feeRunOid", count(distinct account_number)::text as "accounts",
      count(distinct unit_number)::text as "units", sum(basis) as "basis",
      sum(computed) as "computed",
      sum(case when state = 'EXCLUDED' then 0 else coalesce(adjusted, computed) end) as "adjusted",
      sum(previous) as "previous", sum(posted - refunded) as "posted",
      sum(case when state in ('PART', 'DUE') then coalesce(adjusted, computed) - posted - set_off
        else 0 end) as "due"
    from fee_item where fee_run_oid = any(${feeRunOids}::bigint[])
    group by fee_run_oid`);
  return new Map(rows.map((row) => [row.feeRunOid, row]));
}

/** How many items of some runs have each warning, and how many would be others now (`changed`), by run. */
export async function selectRunWarnings(
  db: Reader,
  feeRunOids: readonly Id[],
): Promise<ReadonlyMap<string, Readonly<Record<string, string>>>> {
  const rows = await db.rows(sql<{ feeRunOid: Id; warning: string; count: string }>`
    select fee_run_oid as "feeRunOid", warning, count(*)::text as "count"
    from fee_item cross join lateral unnest(
      case when changed is null then warnings else array_append(warnings, 'changed') end) as warning
    where fee_run_oid = any(${feeRunOids}::bigint[])
    group by 1, 2 order by 1, 2`);
  const byRun = Map.groupBy(rows, ({ feeRunOid }) => feeRunOid as string);
  return new Map(
    [...byRun].map(([run, own]) => [
      run,
      Object.fromEntries(own.map(({ warning, count }) => [warning, count])),
    ]),
  );
}

/** The SHA-256 over what the items of a run say, by account and line. */
export async function selectItemsHash(db: Reader, feeRunOid: Id): Promise<string> {
  const row = await db.first(sql<{ hash: string }>`
    select encode(sha256(convert_to(coalesce(string_agg(concat_ws(' ', account_number, line,
        state, billing_plan_oid, from_on, to_on, basis, rate, computed,
        coalesce(adjusted::text, '-'), coalesce(payer_account_number, '-'), collect), E'\\n'
        order by account_number, line), ''), 'UTF8')), 'hex') as "hash"
    from fee_item where fee_run_oid = ${feeRunOid}`);
  return row?.hash ?? "";
}
