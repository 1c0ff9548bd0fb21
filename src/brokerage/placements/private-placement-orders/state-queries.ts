// The statements that change subscriptions, and those on what their steps depend on.

import type { Day } from "@bursar/values/dates";
import type { Decimal } from "@bursar/values/decimal";
import type { AccountNumber, Id } from "@bursar/values/ids";
import { type Reader, sql, type Tx } from "../../../platform/store/db.ts";
import type { InForce } from "../../clients-and-accounts/restrictions/account-state.ts";
import type { OrderRow } from "./order-row.ts";

/** Stores what the life of a subscription changes of it. */
export function updateOrderState(tx: Tx, row: OrderRow): void {
  tx.send(sql`
    update private_placement_order set order_status = ${row.orderStatus},
      fill_amount = ${row.fillAmount}, share_quantity = ${row.shareQuantity},
      folio_order_oid = ${row.folioOrderOid},
      physical_signature_received = ${row.physicalSignatureReceived},
      de_minimis_accepted = ${row.deMinimisAccepted}, accredited = ${row.accredited},
      comment = ${row.comment}, modified_at = ${row.modifiedAt}
    where account_number = ${row.accountNumber} and order_oid = ${row.orderOid}`);
}

/** Stores by which transactions a subscription was booked. */
export function updateBookedBy(
  tx: Tx,
  { accountNumber, orderOid }: OrderRow,
  [cashId, buyId]: readonly [Id, Id],
): void {
  tx.send(sql`
    update private_placement_order
    set cash_transaction_id = ${cashId}, buy_transaction_id = ${buyId}
    where account_number = ${accountNumber} and order_oid = ${orderOid}`);
}

/** The account of a subscription to an offer, or undefined. */
export async function selectAccountOfOrder(
  db: Reader,
  offerOid: Id,
  orderOid: Id,
): Promise<string | undefined> {
  const found = await db.first(sql<{ accountNumber: string }>`
    select account_number as "accountNumber" from private_placement_order
    where offer_oid = ${offerOid} and order_oid = ${orderOid}`);
  return found?.accountNumber;
}

/** Stores that the member of a subscription was informed that its cash is missing. */
export function updateCashNotice(tx: Tx, { accountNumber, orderOid }: OrderRow): void {
  tx.send(sql`
    update private_placement_order set cash_notice_given = true
    where account_number = ${accountNumber} and order_oid = ${orderOid}`);
}

/** The facts that decide whether a subscription of an account can be placed. */
export interface PlacingFacts {
  readonly accountNumber: string;
  readonly accountType: string;
  /** The cash of folio 01, less what the account's other placed subscriptions take of it. */
  readonly cash: Decimal;
  readonly inForce: readonly InForce[];
  /** Whether the member was informed that cash is missing. */
  readonly isNotified: boolean;
}

/** The facts that decide whether the subscriptions of some accounts to an offer can be placed. */
export async function selectPlacingFacts(
  db: Reader,
  offerOid: Id,
  accountNumbers: readonly string[],
): Promise<PlacingFacts[]> {
  return db.rows(sql<PlacingFacts>`
    select a.account_number as "accountNumber", a.account_type as "accountType",
      coalesce((select c.amount from folio_cash as c
        where c.account_number = a.account_number
          and c.folio_number = a.account_number || '01'), 0)
      - coalesce((select sum(o.fill_amount) from private_placement_order as o
        where o.account_number = a.account_number and o.offer_oid <> ${offerOid}
          and o.order_status in ('ORDER_CREATED', 'PROCESSING')), 0) as cash,
      coalesce((select json_agg(json_build_object(
            'reasonCode', r.reason_code, 'typeCode', r.type_code))
        from restriction as r
        where r.account_number = a.account_number and r.lifted_at is null), '[]') as "inForce",
      exists (select from private_placement_order as own
        where own.account_number = a.account_number and own.offer_oid = ${offerOid}
          and own.order_status = 'ACCEPTED' and own.cash_notice_given) as "isNotified"
    from account as a where a.account_number = any(${accountNumbers}::text[])`);
}

/** A firm whose accounts have open subscriptions to an offer. */
export interface InvestingFirm {
  readonly firmOid: Id;
  readonly partnerCode: string;
  readonly kind: string;
}

/** The firms whose accounts have open subscriptions to an offer. */
export async function selectInvestingFirms(db: Reader, offerOid: Id): Promise<InvestingFirm[]> {
  return db.rows(sql<InvestingFirm>`
    select distinct f.firm_oid as "firmOid", f.partner_code as "partnerCode", f.kind
    from private_placement_order as o
      join account as a on a.account_number = o.account_number
      join firm as f on f.firm_oid = a.firm_oid
    where o.offer_oid = ${offerOid}
      and o.order_status in ('INITIAL', 'ACCEPTED', 'ORDER_CREATED')`);
}

/** A subscription for which time has come. */
export interface DueOrder {
  readonly accountNumber: AccountNumber;
  readonly orderOid: Id;
  readonly offerOid: Id;
}

/** The approved subscriptions whose cash is required by a day, by their creation: those that can be
 * placed, and those without cash whose member was not informed. */
export async function selectOrdersToPlace(
  db: Reader,
  today: Day,
  most: number,
): Promise<DueOrder[]> {
  return db.rows(sql<DueOrder>`
    select o.account_number as "accountNumber", o.order_oid as "orderOid",
      o.offer_oid as "offerOid"
    from private_placement_order as o
      join offer as f on f.offer_oid = o.offer_oid
      left join folio_cash as c on c.account_number = o.account_number
        and c.folio_number = o.account_number || '01'
      left join lateral (
        select sum(placed.fill_amount) as amount from private_placement_order as placed
        where placed.account_number = o.account_number
          and placed.order_status in ('ORDER_CREATED', 'PROCESSING')) as taken on true
    where o.order_status = 'ACCEPTED' and f.offer_status = 'P'
      and (f.days_from_closing_cash_is_required = 999
        or f.closing_on - f.days_from_closing_cash_is_required <= ${today}::date)
      and case
        when coalesce(c.amount, 0) - coalesce(taken.amount, 0) < o.fill_amount
          then not o.cash_notice_given
        else not exists (select from restriction as r
          where r.account_number = o.account_number and r.lifted_at is null)
      end
    order by o.created_at, o.order_oid limit ${most}`);
}
