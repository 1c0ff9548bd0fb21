// SQL of statement runs and of what they draw.
import type { Day } from "@bursar/values/dates";
import type { Decimal } from "@bursar/values/decimal";
import type { Id } from "@bursar/values/ids";
import { part, type Reader, sql, type Tx } from "../../../platform/store/db.ts";
import type { StatementRunStatus } from "./life-cycle.ts";

/** The types of papers that runs draw. */
export type RunReportType = "M" | "R";

/** A run as it is stored. */
export interface StatementRunRow {
  readonly runOid: Id;
  readonly firmOid: Id;
  readonly reportType: RunReportType;
  readonly status: StatementRunStatus;
  readonly periodFrom: Day;
  readonly periodEnd: Day;
  readonly accountNumbers: readonly string[] | null;
  readonly isOfHouseholds: boolean;
  readonly createdBy: string | null;
  readonly decidedBy: string | null;
  readonly itemsHash: string | null;
  readonly createdAt: Date;
  readonly readyAt: Date | null;
  readonly decidedAt: Date | null;
}

const columns = part`
  run_oid as "runOid", firm_oid as "firmOid", report_type as "reportType", run_status as "status",
  period_from as "periodFrom", period_end as "periodEnd", account_numbers as "accountNumbers",
  is_of_households as "isOfHouseholds", created_by as "createdBy", decided_by as "decidedBy",
  items_hash as "itemsHash", created_at as "createdAt", ready_at as "readyAt",
  decided_at as "decidedAt"`;

/** A run of a firm; undefined without one. */
export async function selectRun(
  db: Reader,
  firmOid: string,
  runOid: string,
): Promise<StatementRunRow | undefined> {
  return db.first(sql<StatementRunRow>`
    select ${columns} from statement_run where run_oid = ${runOid} and firm_oid = ${firmOid}`);
}

/** A run that is being built; undefined where it is not, or not any more. */
export async function selectBuilding(
  db: Reader,
  runOid: string,
): Promise<StatementRunRow | undefined> {
  return db.first(sql<StatementRunRow>`
    select ${columns} from statement_run
    where run_oid = ${runOid} and run_status = 'BUILDING'`);
}

/** The runs of a firm, the newest first, behind one; one more than the limit. */
export async function selectRuns(
  db: Reader,
  firmOid: string,
  {
    after,
    limit,
    status,
    reportType,
  }: {
    readonly after: Id | null;
    readonly limit: Decimal;
    readonly status: string | null;
    /** Null for both. */
    readonly reportType: RunReportType | null;
  },
): Promise<StatementRunRow[]> {
  return db.rows(sql<StatementRunRow>`
    select ${columns} from statement_run
    where firm_oid = ${firmOid} and (${status}::text is null or run_status = ${status})
      and (${reportType}::text is null or report_type = ${reportType})
      and (${after}::bigint is null or (created_at, run_oid) < (
        select created_at, run_oid from statement_run
        where run_oid = ${after}::bigint and firm_oid = ${firmOid}))
    order by created_at desc, run_oid desc limit ${limit}::bigint + 1`);
}

/** Locks a run until the transaction ends; of any firm, if none is named. */
export async function lockRun(
  tx: Tx,
  runOid: string,
  firmOid: string | null = null,
): Promise<StatementRunRow | undefined> {
  return tx.first(sql<StatementRunRow>`
    select ${columns} from statement_run
    where run_oid = ${runOid} and firm_oid = coalesce(${firmOid}::bigint, firm_oid)
    for no key update`);
}

/** Stores a run, new or changed. */
export function storeRun(tx: Tx, run: StatementRunRow): void {
  tx.send(sql`
    insert into statement_run (run_oid, firm_oid, report_type, run_status, period_from, period_end,
      account_numbers, is_of_households, created_by, decided_by, items_hash, created_at, ready_at,
      decided_at)
    values (${run.runOid}, ${run.firmOid}, ${run.reportType}, ${run.status}, ${run.periodFrom},
      ${run.periodEnd}, ${run.accountNumbers}::text[], ${run.isOfHouseholds}, ${run.createdBy},
      ${run.decidedBy}, ${run.itemsHash}, ${run.createdAt}, ${run.readyAt}, ${run.decidedAt})
    on conflict (run_oid) do update set run_status = excluded.run_status,
      decided_by = excluded.decided_by, items_hash = excluded.items_hash,
      ready_at = excluded.ready_at, decided_at = excluded.decided_at`);
}

/** The facts about a firm that its runs need. */
export interface StatementFirm {
  readonly firmOid: Id;
  readonly months: number;
}

/** A firm by its id; undefined if there is none. */
export async function selectStatementFirm(
  db: Reader,
  firmOid: string,
): Promise<StatementFirm | undefined> {
  return db.first(sql<StatementFirm>`
    select firm_oid as "firmOid", statement_months as months from firm
    where firm_oid = ${firmOid}`);
}

/** The accounts of a firm that may have a position, a balance or activity in a period, by number; of some accounts
 * alone where these are named. */
export async function selectAccountsToDraw(
  db: Reader,
  firmOid: string,
  {
    from,
    to,
    among,
  }: {
    readonly from: Day;
    readonly to: Day;
    readonly among: readonly string[] | null;
  },
): Promise<string[]> {
  const rows = await db.rows(sql<{ number: string }>`
    select a.account_number as "number" from account as a
    where a.firm_oid = ${firmOid}
      and (${among}::text[] is null or a.account_number = any(${among}::text[]))
      and (
        (exists (select from account_transaction as t
            where t.account_number = a.account_number and t.trade_on <= ${to})
          and (exists (select from folio_position as p where p.account_number = a.account_number)
            or exists (select from folio_cash as c where c.account_number = a.account_number)
            or exists (select from account_transaction as t
              where t.account_number = a.account_number and t.trade_on >= ${from})))
        or exists (select from folio_valuation as v
          where v.account_number = a.account_number and v.valued_on between
            ${from}::date - 31 and ${to} and (v.market_value <> 0 or v.cash_flows <> 0)))
    order by a.account_number`);
  return rows.map(({ number }) => number);
}

/** The given accounts that belong to a firm. */
export async function selectAccountsOfFirm(
  db: Reader,
  firmOid: string,
  numbers: readonly string[],
): Promise<string[]> {
  const rows = await db.rows(sql<{ number: string }>`
    select account_number as "number" from account
    where firm_oid = ${firmOid} and account_number = any(${numbers}::text[])`);
  return rows.map(({ number }) => number);
}

/** The households of a firm that have an account on a day. */
export async function selectHouseholdsToDraw(db: Reader, firmOid: string, on: Day): Promise<Id[]> {
  const rows = await db.rows(sql<{ householdOid: Id }>`
    select distinct household_oid as "householdOid"
    from household join household_account as a using (household_oid)
    where firm_oid = ${firmOid} and a.from_on <= ${on} and coalesce(a.to_on, 'infinity') >= ${on}
    order by 1`);
  return rows.map(({ householdOid }) => householdOid);
}

/** The item that a run draws: of an account, or of a household under its firm. */
export interface ItemKey {
  readonly subject: string;
  readonly runOid: Id;
  readonly householdOid: Id;
}

/** Adds what a run is going to draw. */
export function insertItems(tx: Tx, run: StatementRunRow, items: readonly ItemKey[]): void {
  const subjects = items.map(({ subject }) => subject);
  const households = items.map(({ householdOid }) => householdOid);
  tx.send(sql`
    insert into statement_item (subject, run_oid, household_oid, report_type, period_end)
    select subject, ${run.runOid}, household_oid, ${run.reportType}, ${run.periodEnd}
    from unnest(${subjects}::text[], ${households}::bigint[]) as item (subject, household_oid)`);
}

/** The items that are to be drawn of runs that are being built, the oldest run first, by subject. */
export async function selectItemsToDraw(db: Reader, most: number): Promise<ItemKey[]> {
  return db.rows(sql<ItemKey>`
    select i.subject, i.run_oid as "runOid", i.household_oid as "householdOid"
    from statement_run as r join statement_item as i using (run_oid)
    where r.run_status = 'BUILDING' and not i.is_drawn
    order by r.created_at, r.run_oid, i.subject, i.household_oid limit ${most}::integer`);
}

/** The items that are to be drawn of one run, by subject. */
export async function selectItemsOfRun(db: Reader, runOid: Id): Promise<ItemKey[]> {
  return db.rows(sql<ItemKey>`
    select subject, run_oid as "runOid", household_oid as "householdOid" from statement_item
    where run_oid = ${runOid} and not is_drawn order by subject, household_oid`);
}

/** Locks an item that is not drawn yet; undefined where it is, or is gone. */
export async function lockItem(tx: Tx, item: ItemKey): Promise<ItemKey | undefined> {
  return tx.first(sql<ItemKey>`
    select subject, run_oid as "runOid", household_oid as "householdOid" from statement_item
    where subject = ${item.subject} and run_oid = ${item.runOid}
      and household_oid = ${item.householdOid} and not is_drawn
    for no key update`);
}

/** The paper that was drawn of an item. */
export interface DrawnItem extends ItemKey {
  readonly documentOid: Id | null;
  readonly isCorrected: boolean;
  readonly closingOn: Day | null;
  readonly closing: Decimal | null;
  readonly factsVersion: string | null;
  readonly sha256: string | null;
  readonly problems: readonly string[];
}

/** Notes what was drawn of an item. */
export function updateItemDrawn(tx: Tx, item: DrawnItem): void {
  tx.send(sql`
    update statement_item set is_drawn = true, document_oid = ${item.documentOid},
      is_corrected = ${item.isCorrected}, closing_on = ${item.closingOn},
      closing_value = ${item.closing}, facts_version = ${item.factsVersion},
      sha256 = ${item.sha256}, problems = ${item.problems}::text[]
    where subject = ${item.subject} and run_oid = ${item.runOid}
      and household_oid = ${item.householdOid}`);
}

/** Whether a paper of a subject and a period was released before. */
export async function selectIsReleased(
  db: Reader,
  { subject, householdOid }: ItemKey,
  {
    reportType,
    periodFrom,
    periodEnd,
  }: Pick<StatementRunRow, "reportType" | "periodFrom" | "periodEnd">,
): Promise<boolean> {
  const row = await db.first(sql`
    select from statement_item as item join statement_run as run using (run_oid)
    where item.subject = ${subject} and item.household_oid = ${householdOid}
      and item.report_type = ${reportType} and item.period_end = ${periodEnd}
      and run.period_from = ${periodFrom}
      and item.released_at is not null and item.document_oid is not null
    limit 1`);
  return row !== undefined;
}

/** Whether a paper was released since a run began that its own were to follow or to correct: a statement of one of
 * its accounts, or a report of the same period. */
export async function selectIsOvertaken(
  db: Reader,
  { runOid, createdAt }: Pick<StatementRunRow, "runOid" | "createdAt">,
): Promise<boolean> {
  const row = await db.first(sql`
    select from statement_item as own
      join statement_item as other using (subject, household_oid, report_type)
    where own.run_oid = ${runOid} and own.document_oid is not null
      and other.run_oid <> ${runOid} and other.document_oid is not null
      and other.released_at > ${createdAt}
      and (report_type = 'M' or other.period_end = own.period_end)
    limit 1`);
  return row !== undefined;
}

/** Runs that are being built and have nothing left to draw. Each is asked for by itself: its items may lie on any node,
 * and the first that is found says enough. */
export async function selectBuiltRuns(db: Reader, most: number): Promise<Id[]> {
  const runs = await db.rows(sql<{ runOid: Id }>`
    select run_oid as "runOid" from statement_run
    where run_status = 'BUILDING' order by created_at, run_oid`);
  const built: Id[] = [];
  for (const { runOid } of runs) {
    if (built.length === most) break;
    const open = await db.first(sql`
      select subject from statement_item where run_oid = ${runOid} and not is_drawn limit 1`);
    if (open === undefined) built.push(runOid);
  }
  return built;
}

/** The sums of a run. */
export interface RunSums {
  readonly items: string;
  readonly drawn: string;
  readonly documents: string;
  readonly total: Decimal;
  readonly notClosing: string;
  readonly itemsHash: string;
}

/** The sums of a run's items; the hash is over all that was drawn, by subject. */
export async function selectRunSums(db: Reader, runOid: Id): Promise<RunSums> {
  const row = await db.first(sql<RunSums>`
    select count(*)::text as items, (count(*) filter (where is_drawn))::text as drawn,
      count(document_oid)::text as documents, coalesce(sum(closing_value), 0) as total,
      (count(*) filter (where problems <> '{}'))::text as "notClosing",
      encode(sha256(convert_to(coalesce(string_agg(concat_ws(' ', subject, household_oid,
          coalesce(sha256, '-'), coalesce(closing_value::text, '-')), E'\\n'
        order by subject, household_oid), ''), 'UTF8')), 'hex') as "itemsHash"
    from statement_item where run_oid = ${runOid}`);
  return row as RunSums;
}

/** Items of a run that may not be released, by subject: the first 1,000. */
export async function selectProblems(
  db: Reader,
  runOid: Id,
): Promise<{ subject: string; problems: readonly string[] }[]> {
  return db.rows(sql<{ subject: string; problems: readonly string[] }>`
    select subject, problems from statement_item
    where run_oid = ${runOid} and problems <> '{}' order by subject, household_oid limit 1000`);
}

/** Notes that what a run has drawn can be read. */
export function updateItemsReleased(tx: Tx, runOid: Id, at: Date): void {
  tx.send(sql`update statement_item set released_at = ${at} where run_oid = ${runOid}`);
}

/** Removes the items of a run that was discarded. */
export function deleteItems(tx: Tx, runOid: Id): void {
  tx.send(sql`delete from statement_item where run_oid = ${runOid}`);
}
