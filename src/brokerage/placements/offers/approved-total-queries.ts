// How much of an offer its issuer has approved, which one row holds for all subscriptions. Whoever
// changes it locks the offer before any account, so that the rules see what stands; the constraint
// `offer_approved_total` then rejects what would exceed the offer, also where the subscriptions lie
// on many nodes.

import type { Decimal } from "@bursar/values/decimal";
import type { Id } from "@bursar/values/ids";
import { type Reader, sql, type Tx } from "../../../platform/store/db.ts";

/** By how much the approved total of an offer changes. */
export interface ApprovedChange {
  readonly offerOid: Id;
  /** Negative where less is approved than before. */
  readonly change: Decimal;
}

/** How much of an offer is approved, and the state of its issuer. */
export async function selectCapacity(
  db: Reader,
  offerOid: Id,
): Promise<{ readonly approvedTotal: Decimal; readonly issuerState: string | null } | undefined> {
  return db.first(sql<{ approvedTotal: Decimal; issuerState: string | null }>`
    select o.approved_total as "approvedTotal", issuer.state as "issuerState"
    from offer as o join firm as issuer on issuer.firm_oid = o.issuing_firm_oid
    where o.offer_oid = ${offerOid}`);
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
