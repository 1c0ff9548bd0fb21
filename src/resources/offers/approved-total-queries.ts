// How much of an offer its issuer has approved, which one row holds for all subscriptions. Whoever
// changes it locks the offer before any account, so that the rules see what stands; the constraint
// `offer_approved_total` then refuses what would exceed the offer, also where the subscriptions lie
// on many nodes.
import { sql, type Tx } from "../../platform/store/db.ts";
import type { Decimal } from "../../values/decimal.ts";
import type { Id } from "../../values/ids.ts";

/** By how much the approved total of an offer changes. */
export interface ApprovedChange {
  readonly offerOid: Id;
  /** Negative where less is approved than before. */
  readonly change: Decimal;
}

/** Changes the approved totals of some offers, each of which is named once. */
export async function addToApprovedTotals(
  tx: Tx,
  changes: readonly ApprovedChange[],
): Promise<void> {
  if (changes.length === 0) return;
  const oids = changes.map(({ offerOid }) => offerOid);
  await tx.execute(sql`
    select from offer where offer_oid = any(${oids}::bigint[]) order by offer_oid for update`);
  await tx.execute(sql`
    update offer set approved_total = approved_total + made.change
    from unnest(${oids}::bigint[], ${changes.map(({ change }) => change)}::numeric[])
      as made (offer_oid, change)
    where offer.offer_oid = made.offer_oid`);
}
