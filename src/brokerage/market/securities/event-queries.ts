// The statement of what is announced of a security.

import type { Day } from "@bursar/values/dates";
import type { Id } from "@bursar/values/ids";
import { type Reader, sql } from "../../../platform/store/db.ts";
import { isDetailed, type SecurityViewer } from "./visibility-queries.ts";

/** A corporate event that is not posted yet. */
export interface NextEventRow {
  readonly eventId: Id;
  readonly kind: string;
  readonly status: string;
  readonly exOn: Day | null;
  readonly effectiveOn: Day | null;
  readonly payOn: Day | null;
}

/** The announced events of a security that are in sight, by their day: the operator and its issuer see all,
 * others those of what accounts hold of which they see the details. */
export async function selectNextEvents(
  db: Reader,
  { accounts, offers, seesAll }: SecurityViewer,
  id: Id,
): Promise<NextEventRow[]> {
  return db.rows(sql<NextEventRow>`
    with asked as (
      select ${accounts.firmOid}::bigint as firm_oid, ${accounts.loginIds}::text[] as login_ids,
        ${accounts.levels}::text[] as levels, ${offers.firmOid}::bigint as offer_firm_oid,
        ${offers.isClient}::boolean as is_client, ${seesAll}::boolean as sees_all),
    held as materialized (
      select h.account_number
      from folio_position as h join account as a using (account_number), asked
      where h.security_id = ${id} and ${isDetailed} limit 1)
    select e.event_id as "eventId", e.kind, e.status, e.ex_on as "exOn",
      e.effective_on as "effectiveOn", e.pay_on as "payOn"
    from corporate_event as e join security as s using (security_id) cross join asked
    where e.security_id = ${id} and e.status in ('ANNOUNCED', 'ENTITLED', 'POSTING')
      and (asked.sees_all or (s.issuing_firm_oid = asked.offer_firm_oid and not asked.is_client)
        or exists (select 1 from held))
    order by coalesce(e.ex_on, e.effective_on, e.pay_on), e.event_id limit 100`);
}
