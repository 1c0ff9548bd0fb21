// The statement that finds the offers which time has closed.

import { newYorkDay } from "@bursar/values/dates";
import type { Id } from "@bursar/values/ids";
import { type Reader, sql } from "../../../platform/store/db.ts";

/** The open offers whose time has passed: those without subscriptions first, then by id. An offer
 * with subscriptions is among them unless it waits to be executed, with all of them decided. */
export async function selectOffersPastClosing(db: Reader, now: Date, most: number): Promise<Id[]> {
  const today = newYorkDay(now);
  const found = await db.rows(sql<{ offerOid: Id }>`
    with undecided as (
      select distinct offer_oid from private_placement_order where order_status = 'INITIAL')
    select f.offer_oid as "offerOid" from offer as f left join undecided as u using (offer_oid)
    where f.offer_status = 'I' and f.closing_on < ${today}::date
      or f.offer_status = 'P'
        and f.closing_on + case f.execution_type when 'B' then 10 else 0 end < ${today}::date
        and (u.offer_oid is not null or not (case f.execution_type
          when 'A' then f.approved_total = f.offer_size
          when 'P' then f.approved_total >= f.offer_minimum
          else f.approved_total > 0 end))
    order by f.offer_status, f.offer_oid limit ${most}`);
  return found.map(({ offerOid }) => offerOid);
}
