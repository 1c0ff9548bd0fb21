// The statements that store subscriptions and change them.

import type { Id } from "@bursar/values/ids";
import { sql, type Tx } from "../../../platform/store/db.ts";
import type { OrderRow } from "./order-row.ts";

/** By whom, by which request and from where a subscription was signed. */
export interface OrderSignature {
  readonly apiUserId: Id;
  /** The member logged in, else the one acted for. */
  readonly callerLoginId: string | null;
  readonly requestId: string;
  readonly address: string;
}

/** Stores a new subscription with the documents that it signs; `private_placement_order_once` rejects
 * a second one. */
export function insertOrder(tx: Tx, row: OrderRow, signature: OrderSignature): void {
  const { accountNumber, orderOid, signedDocuments: documents } = row;
  tx.send(sql`
    insert into private_placement_order (account_number, order_oid, offer_oid, login_id,
      order_status, requested_amount, discretionary, solicited, reason_for_trade,
      investment_limit_certified, blue_sky_exception, created_at, modified_at, api_user_id,
      caller_login_id, request_id, address)
    values (${accountNumber}, ${orderOid}, ${row.offerOid}, ${row.loginId}, ${row.orderStatus},
      ${row.requestedAmount}, ${row.discretionary}, ${row.solicited}, ${row.reasonForTrade},
      ${row.investmentLimitCertified}, ${row.blueSkyException}, ${row.createdAt},
      ${row.modifiedAt}, ${signature.apiUserId}, ${signature.callerLoginId},
      ${signature.requestId}, ${signature.address})`);
  if (documents.length === 0) return;
  tx.send(sql`
    insert into private_placement_order_document
      (account_number, order_oid, position, document_id, version)
    select ${accountNumber}, ${orderOid}, position, document_id, version
    from unnest(${documents.map(({ id }) => id)}::text[],
      ${documents.map(({ version }) => version)}::text[])
      with ordinality as signed (document_id, version, position)`);
}

/** Stores what was asked for, as a request has changed it. */
export function updateOrderTerms(tx: Tx, row: OrderRow): void {
  tx.send(sql`
    update private_placement_order set
      requested_amount = ${row.requestedAmount}, discretionary = ${row.discretionary},
      solicited = ${row.solicited}, reason_for_trade = ${row.reasonForTrade}
    where account_number = ${row.accountNumber} and order_oid = ${row.orderOid}`);
}
