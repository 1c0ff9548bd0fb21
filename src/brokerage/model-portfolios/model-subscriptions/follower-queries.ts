// The statement that lists who follows a model.

import type { Decimal } from "@bursar/values/decimal";
import type { Id } from "@bursar/values/ids";
import { type Reader, sql } from "../../../platform/store/db.ts";
import type { Viewer } from "../../clients-and-accounts/accounts/reads.ts";
import type { SubscriptionRow } from "./queries.ts";

/** A folio that follows a model, in an account that the viewer sees. */
export interface FollowerRow
  extends Pick<SubscriptionRow, "subscriptionType" | "exclusionRule" | "subscriptionStatus"> {
  readonly accountNumber: string;
  readonly accountName: string;
  readonly folioNumber: string;
  readonly folioName: string;
  readonly programOid: Id | null;
}

/** The status, start and size of a page of a model's followers. */
export interface FollowersWanted {
  readonly modelOid: Id;
  /** Only those in this status; null for all. */
  readonly status: string | null;
  readonly after: string;
  /** One more is selected. */
  readonly limit: Decimal;
}

/** The folios that follow a model, by number. */
export async function selectFollowers(
  db: Reader,
  { firmOid, loginIds, levels }: Viewer,
  { modelOid, status, after, limit }: FollowersWanted,
): Promise<FollowerRow[]> {
  return db.rows(sql<FollowerRow>`
    select s.account_number as "accountNumber", a.account_name as "accountName",
      s.folio_number as "folioNumber", f.name as "folioName", s.program_oid as "programOid",
      s.subscription_type as "subscriptionType", s.exclusion_rule as "exclusionRule",
      s.status as "subscriptionStatus"
    from model_subscription as s
      join account as a on a.account_number = s.account_number
      join folio as f
        on f.account_number = s.account_number and f.folio_number = s.folio_number
    where s.model_oid = ${modelOid} and s.folio_number > ${after}
      and s.status = coalesce(${status}::text, s.status)
      and coalesce(${firmOid}::bigint, a.firm_oid) in (a.firm_oid, a.client_firm_oid)
      and (${loginIds.length === 0}::boolean or ${loginIds}::text[] <@ (array(
        select login_id from account_owner as o where o.account_number = s.account_number
        union all
        select login_id from account_permitted_login as p
        where p.account_number = s.account_number and p.permission = any(${levels}::text[]))
        || case when 'AC' = any(${levels}::text[]) then a.opened_by_login_id end))
    order by s.folio_number limit ${limit}::integer + 1`);
}
