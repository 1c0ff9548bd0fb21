// The statements that read subscriptions.

import type { Id } from "@bursar/values/ids";
import { part, type Reader, sql } from "../../../platform/store/db.ts";
import type { OrderOfOfferRow, OrderRow } from "./order-row.ts";

const orderColumns = part`
  o.account_number as "accountNumber", o.order_oid as "orderOid", o.offer_oid as "offerOid",
  o.login_id as "loginId", o.order_status as "orderStatus",
  o.requested_amount as "requestedAmount", o.fill_amount as "fillAmount",
  o.share_quantity as "shareQuantity", o.folio_order_oid as "folioOrderOid", o.discretionary,
  o.solicited, o.reason_for_trade as "reasonForTrade",
  o.investment_limit_certified as "investmentLimitCertified",
  o.blue_sky_exception as "blueSkyException", o.de_minimis_accepted as "deMinimisAccepted",
  o.physical_signature_received as "physicalSignatureReceived", o.accredited, o.comment,
  o.created_at as "createdAt", o.modified_at as "modifiedAt"`;

// Of an account, the account is named again, so that a distributed store asks for them only where it lies.
const itsDocuments = part`
  select json_agg(json_build_object('id', d.document_id, 'version', d.version)
    order by d.position)
  from private_placement_order_document as d
  where d.account_number = o.account_number and d.order_oid = o.order_oid`;

const newestFirst = part`o.created_at desc, o.order_oid desc`;

/** The subscriptions of an account with one of some statuses, newest first. */
export async function selectOrders(
  db: Reader,
  accountNumber: string,
  statuses: readonly string[],
): Promise<OrderRow[]> {
  return db.rows(sql<OrderRow>`
    select ${orderColumns},
      coalesce((${itsDocuments} and d.account_number = ${accountNumber}), '[]') as "signedDocuments"
    from private_placement_order as o
    where o.account_number = ${accountNumber} and o.order_status = any(${statuses}::text[])
    order by ${newestFirst}`);
}

/** One subscription of an account, or undefined. */
export async function selectOrder(
  db: Reader,
  accountNumber: string,
  orderOid: Id,
): Promise<OrderRow | undefined> {
  return db.first(sql<OrderRow>`
    select ${orderColumns},
      coalesce((${itsDocuments} and d.account_number = ${accountNumber}), '[]') as "signedDocuments"
    from private_placement_order as o
    where o.account_number = ${accountNumber} and o.order_oid = ${orderOid}`);
}

// The investor: the firm whose account it is, else the primary owner.
const withInvestor = part`
  coalesce(f.name, issuer.name, m.first_name || ' ' || m.last_name) as "investorName",
  case
    when coalesce(f.name, issuer.name) is null then m.primary_address ->> 'state'
    else coalesce(f.state, issuer.state)
  end as "investorState"
  from private_placement_order as o
    join account as a on a.account_number = o.account_number
    join member as m on m.login_id = a.primary_owner_login_id
    left join firm as f on f.firm_oid = a.client_firm_oid
    left join firm as issuer on issuer.issuer_account_number = o.account_number`;

/** The subscriptions to an offer with one of some statuses, newest first. */
export async function selectOrdersOfOffer(
  db: Reader,
  offerOid: string,
  statuses: readonly string[],
): Promise<OrderOfOfferRow[]> {
  return db.rows(sql<OrderOfOfferRow>`
    select ${orderColumns}, coalesce((${itsDocuments}), '[]') as "signedDocuments", ${withInvestor}
    where o.offer_oid = ${offerOid} and o.order_status = any(${statuses}::text[])
    order by ${newestFirst}`);
}

/** One subscription to an offer, or undefined. */
export async function selectOrderOfOffer(
  db: Reader,
  offerOid: string,
  orderOid: Id,
): Promise<OrderOfOfferRow | undefined> {
  return db.first(sql<OrderOfOfferRow>`
    select ${orderColumns}, coalesce((${itsDocuments}), '[]') as "signedDocuments", ${withInvestor}
    where o.offer_oid = ${offerOid} and o.order_oid = ${orderOid}`);
}
