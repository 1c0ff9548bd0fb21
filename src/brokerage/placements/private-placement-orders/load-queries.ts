// The statements of loading subscriptions, over the staging table.

import type { Decimal } from "@bursar/values/decimal";
import type { Id } from "@bursar/values/ids";
import { sql, type Tx } from "../../../platform/store/db.ts";

/** A line with a status that its offer does not allow, or with another offer than is stored. */
export interface MisplacedLine {
  readonly line: number;
  readonly isOfOther: boolean;
}

/** The lines of open subscriptions to offers that are not in progress, of executed ones to offers
 * that were not, and of stored ones to another offer. */
export async function selectMisplacedLines(tx: Tx): Promise<MisplacedLine[]> {
  return tx.rows(sql<MisplacedLine>`
    select s.load_line::integer as line,
      coalesce(o.offer_oid <> s.offer_oid, false) as "isOfOther"
    from load_private_placement_orders as s
      join offer as f on f.offer_oid = s.offer_oid
      left join private_placement_order as o
        on o.account_number = s.account_number and o.order_oid = s.order_oid
    where o.offer_oid <> s.offer_oid
      or f.offer_status <> (case
        when s.order_status in ('INITIAL', 'ACCEPTED', 'ORDER_CREATED') then 'P'
        when s.order_status in ('PROCESSING', 'COMPLETE') then 'C'
        else f.offer_status end)
    order by s.load_line`);
}

/** The amounts that the stored rows of the staged subscriptions add to the approved total of each
 * offer. */
export async function selectApprovedOfLoaded(
  tx: Tx,
): Promise<{ readonly offerOid: Id; readonly change: Decimal }[]> {
  return tx.rows(sql<{ offerOid: Id; change: Decimal }>`
    select o.offer_oid as "offerOid", sum(coalesce(o.fill_amount, 0)) as change
    from load_private_placement_orders as s
      join private_placement_order as o
        on o.account_number = s.account_number and o.order_oid = s.order_oid
    group by o.offer_oid order by o.offer_oid`);
}
