// The statements that list what waits in the accounts of a firm, in the order in which it is due.

import type { Day } from "@bursar/values/dates";
import type { AccountNumber, Id } from "@bursar/values/ids";
import { part, type Reader, type Statement, sql } from "../../../platform/store/db.ts";
import { isOpenBallot, isOpenItem, isPending, isUndecided, isUnderWay } from "../accounts/reads.ts";
import { isOfFirm, type OverviewQuery } from "./overview-queries.ts";

/** The kinds of entries, as the overview of a firm counts them. */
export const worklistKinds = [
  "itemsForAttention",
  "ordersUndecided",
  "transfersOpen",
  "ballotsOpen",
  "modelsPending",
] as const;
export type WorklistKind = (typeof worklistKinds)[number];

/** Something that waits. */
export interface WorklistRow {
  readonly accountNumber: AccountNumber;
  readonly accountName: string;
  readonly id: string;
  readonly code: string | null;
  readonly title: string | null;
  readonly loginId: string | null;
  readonly targetOid: Id | null;
  readonly since: Day | null;
  readonly due: Day | null;
}

type Query = Omit<OverviewQuery, "since"> & { readonly limit: string };

const account = part`a.account_number as "accountNumber", a.account_name as "accountName"`;
const inOrder = part`order by due nulls last, since nulls last, "accountNumber", id`;

const entries: Readonly<Record<WorklistKind, (query: Query) => Statement<WorklistRow>>> = {
  itemsForAttention: ({ firmOid, today, limit }) => sql<WorklistRow>`
    select ${account}, i.ifa_id::text as id, i.ifa_type as code, i.title, i.login_id as "loginId",
      null as "targetOid",
      i.start_on as since, i.expires_on as due
    from account as a join item_for_attention as i on i.account_number = a.account_number,
      (select ${firmOid}::bigint as firm_oid, ${today}::date as today) as asked
    where ${isOfFirm} and ${isOpenItem}
    ${inOrder} limit ${limit}::integer`,
  ordersUndecided: ({ firmOid, limit }) => sql<WorklistRow>`
    select ${account}, o.order_oid::text as id, null as code, f.offer_name as title,
      o.login_id as "loginId", f.offer_oid as "targetOid", (o.created_at at time zone 'America/New_York')::date as since,
      f.closing_on as due
    from account as a join private_placement_order as o on o.account_number = a.account_number
      join offer as f on f.offer_oid = o.offer_oid,
      (select ${firmOid}::bigint as firm_oid) as asked
    where ${isOfFirm} and ${isUndecided}
    ${inOrder} limit ${limit}::integer`,
  transfersOpen: ({ firmOid, finalStatuses, limit }) => sql<WorklistRow>`
    select ${account}, t.acat_id as id, t.status as code, t.contra_firm_name as title,
      t.login_id as "loginId", null as "targetOid", (t.created_at at time zone 'America/New_York')::date as since,
      null::date as due
    from account as a join transfer as t on t.account_number = a.account_number,
      (select ${firmOid}::bigint as firm_oid, ${finalStatuses}::text[] as final_statuses) as asked
    where ${isOfFirm} and ${isUnderWay}
    ${inOrder} limit ${limit}::integer`,
  ballotsOpen: ({ firmOid, now, limit }) => sql<WorklistRow>`
    select ${account}, c.notif_id as id, c.type as code, c.issuer as title, null as "loginId", null as "targetOid",
      (c.notified_at at time zone 'America/New_York')::date as since,
      (c.deadline_at at time zone 'America/New_York')::date as due
    from account as a join corporate_action as c on c.account_number = a.account_number,
      (select ${firmOid}::bigint as firm_oid, ${now}::timestamptz as now) as asked
    where ${isOfFirm} and ${isOpenBallot}
    ${inOrder} limit ${limit}::integer`,
  modelsPending: ({ firmOid, limit }) => sql<WorklistRow>`
    select ${account}, s.folio_number as id, null as code, m.long_name as title,
      null as "loginId", m.folio_oid as "targetOid", null::date as since, null::date as due
    from account as a join model_subscription as s on s.account_number = a.account_number
      join model as m on m.model_oid = s.model_oid,
      (select ${firmOid}::bigint as firm_oid) as asked
    where ${isOfFirm} and ${isPending}
    ${inOrder} limit ${limit}::integer`,
};

/** The waiting records of a kind: the first ones due, then the oldest. */
export async function selectWorklist(
  db: Reader,
  kind: WorklistKind,
  query: Query,
): Promise<WorklistRow[]> {
  return db.rows(entries[kind](query));
}
