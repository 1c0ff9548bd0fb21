// The statements that sum up the accounts of a firm.

import type { Day } from "@bursar/values/dates";
import type { Decimal } from "@bursar/values/decimal";
import type { Id } from "@bursar/values/ids";
import { part, type Reader, type Statement, sql } from "../../../platform/store/db.ts";
import { isOpenBallot, isOpenItem, isPending, isUndecided, isUnderWay } from "../accounts/reads.ts";

/** The firm whose accounts are counted, null for every firm, and the days. */
export interface OverviewQuery {
  readonly firmOid: Id | null;
  readonly today: Day;
  readonly now: Date;
  /** The first day whose flows count. */
  readonly since: Day;
  /** The statuses of transfers that have come to an end. */
  readonly finalStatuses: readonly string[];
}

/** Whether an account `a` is of the firm of `asked`. */
export const isOfFirm = part`coalesce(asked.firm_oid, a.firm_oid) in (a.firm_oid, a.client_firm_oid)`;

/** The holdings of the accounts. */
export interface HeldRow {
  readonly accounts: string;
  readonly unvalued: string;
  readonly value: Decimal;
  readonly valuedOn: Day | null;
}

/** The number of accounts, and their last values. */
export async function selectHeld(db: Reader, { firmOid }: OverviewQuery): Promise<HeldRow> {
  return only(
    await db.rows(sql<HeldRow>`
      select count(*)::text as accounts,
        (count(*) filter (where a.market_value is null))::text as unvalued,
        coalesce(sum(a.market_value), 0) as value, max(a.valued_on) as "valuedOn"
      from account as a, (select ${firmOid}::bigint as firm_oid) as asked
      where ${isOfFirm}`),
  );
}

/** How many people own an account of the firm. */
export async function selectOwnerCount(db: Reader, { firmOid }: OverviewQuery): Promise<string> {
  const row = only(
    await db.rows(sql<{ count: string }>`
      select count(distinct o.login_id)::text as count
      from account as a join account_owner as o on o.account_number = a.account_number,
        (select ${firmOid}::bigint as firm_oid) as asked
      where ${isOfFirm}`),
  );
  return row.count;
}

/** The cash of all folios. */
export async function selectCash(db: Reader, { firmOid }: OverviewQuery): Promise<Decimal> {
  const row = only(
    await db.rows(sql<{ cash: Decimal }>`
      select coalesce(sum(c.amount), 0) as cash
      from account as a join folio_cash as c on c.account_number = a.account_number,
        (select ${firmOid}::bigint as firm_oid) as asked
      where ${isOfFirm}`),
  );
  return row.cash;
}

/** Cash that came and went; each account's day counts by its sum. */
export interface FlowsRow {
  readonly in: Decimal;
  readonly out: Decimal;
}

/** The flows of the accounts' own series from a day until today. */
export async function selectFlows(db: Reader, query: OverviewQuery): Promise<FlowsRow> {
  const { firmOid, since, today } = query;
  return only(
    await db.rows(sql<FlowsRow>`
      select coalesce(sum(greatest(flow.amount::numeric, 0)), 0) as "in",
        coalesce(-sum(least(flow.amount::numeric, 0)), 0) as "out"
      from account as a join performance_quarter as p on p.account_number = a.account_number,
        (select ${firmOid}::bigint as firm_oid) as asked,
        lateral jsonb_each_text(p.flows) as flow (valued_on, amount)
      where ${isOfFirm} and p.folio_number = ''
        and p.quarter_on >= date_trunc('quarter', ${since}::timestamp)::date
        and flow.valued_on::date between ${since}::date and ${today}::date`),
  );
}

/** The kinds of records that may wait. */
export type WaitingKind = "items" | "orders" | "transfers" | "ballots" | "models" | "restricted";

interface Count {
  readonly count: string;
}

const counts: Readonly<Record<WaitingKind, (query: OverviewQuery) => Statement<Count>>> = {
  items: ({ firmOid, today }) => sql<Count>`
    select count(*)::text as count
    from account as a join item_for_attention as i on i.account_number = a.account_number,
      (select ${firmOid}::bigint as firm_oid, ${today}::date as today) as asked
    where ${isOfFirm} and ${isOpenItem}`,
  orders: ({ firmOid }) => sql<Count>`
    select count(*)::text as count
    from account as a join private_placement_order as o on o.account_number = a.account_number,
      (select ${firmOid}::bigint as firm_oid) as asked
    where ${isOfFirm} and ${isUndecided}`,
  transfers: ({ firmOid, finalStatuses }) => sql<Count>`
    select count(*)::text as count
    from account as a join transfer as t on t.account_number = a.account_number,
      (select ${firmOid}::bigint as firm_oid, ${finalStatuses}::text[] as final_statuses) as asked
    where ${isOfFirm} and ${isUnderWay}`,
  ballots: ({ firmOid, now }) => sql<Count>`
    select count(*)::text as count
    from account as a join corporate_action as c on c.account_number = a.account_number,
      (select ${firmOid}::bigint as firm_oid, ${now}::timestamptz as now) as asked
    where ${isOfFirm} and ${isOpenBallot}`,
  models: ({ firmOid }) => sql<Count>`
    select count(*)::text as count
    from account as a join model_subscription as s on s.account_number = a.account_number,
      (select ${firmOid}::bigint as firm_oid) as asked
    where ${isOfFirm} and ${isPending}`,
  // An account may have several restrictions.
  restricted: ({ firmOid }) => sql<Count>`
    select count(distinct a.account_number)::text as count
    from account as a join restriction as r on r.account_number = a.account_number,
      (select ${firmOid}::bigint as firm_oid) as asked
    where ${isOfFirm} and r.lifted_at is null`,
};

/** How much waits of a kind. */
export async function selectWaiting(
  db: Reader,
  kind: WaitingKind,
  query: OverviewQuery,
): Promise<string> {
  return only(await db.rows(counts[kind](query))).count;
}

/** The row of a statement that sums up. */
function only<Row>(rows: readonly Row[]): Row {
  return rows[0] as Row;
}
