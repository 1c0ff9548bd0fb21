// The statements of loading billing plans, over what the load has noted of them.
import { sql, type Tx } from "../../../platform/store/db.ts";

/** The lines of changed plans by which fees were billed. */
export async function selectBilledLines(tx: Tx): Promise<number[]> {
  const rows = await tx.rows(sql<{ line: number }>`
    select distinct line::integer as line
    from load_change as change
    where kind = 'billing-plans' and not is_new and exists (
      select from billing_plan as plan
      where plan.billing_plan_oid = (change.after ->> 'billingPlanOid')::bigint and plan.is_billed)
    order by 1`);
  return rows.map(({ line }) => line);
}
