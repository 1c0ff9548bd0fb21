// A subscription as it is stored, and how it is returned. (interface 2.3)
import { encodeInstant } from "@bursar/values/dates";
import { type Decimal, fixed } from "@bursar/values/decimal";
import type { Id } from "@bursar/values/ids";
import type { OrderStatus } from "./life-cycle.ts";
import type { Order, OrderOfOffer } from "./schema.ts";

/** A signable document in the version that was viewed. */
export interface SignedDocument {
  readonly id: string;
  readonly version: string;
}

/** A stored subscription. */
export interface OrderRow {
  readonly accountNumber: string;
  readonly orderOid: Id;
  readonly offerOid: Id;
  /** The member who subscribed. */
  readonly loginId: string;
  readonly orderStatus: OrderStatus;
  readonly requestedAmount: Decimal;
  /** The amount that the issuer has approved, and once it is booked the one that was paid; null in
   * other states. */
  readonly fillAmount: Decimal | null;
  readonly shareQuantity: Decimal | null;
  readonly folioOrderOid: Id | null;
  readonly discretionary: boolean;
  readonly solicited: boolean;
  readonly reasonForTrade: string;
  readonly investmentLimitCertified: boolean;
  readonly blueSkyException: boolean;
  readonly deMinimisAccepted: boolean;
  readonly physicalSignatureReceived: boolean;
  /** Whether each owner was accredited when the issuer accepted; null until then. */
  readonly accredited: boolean | null;
  readonly comment: string | null;
  readonly signedDocuments: readonly SignedDocument[];
  readonly createdAt: Date;
  readonly modifiedAt: Date;
}

/** A stored subscription with its investor: a corporate account's firm, else the primary owner. */
export interface OrderOfOfferRow extends OrderRow {
  readonly investorName: string;
  readonly investorState: string | null;
}

/** The folio in which private placements are held: `02`, for holdings outside a folio. */
export function folioOfOrder({ accountNumber }: Pick<OrderRow, "accountNumber">): string {
  return `${accountNumber}02`;
}

/** A subscription as its account reads it: money with 2 places, shares with 5. */
export function encodeOrder(row: OrderRow): Order {
  return {
    accountNumber: row.accountNumber,
    blueSkyException: row.blueSkyException,
    comment: row.comment,
    creationTimestamp: encodeInstant(row.createdAt),
    discretionary: row.discretionary,
    fillDollarAmount: row.fillAmount === null ? null : fixed(row.fillAmount, 2),
    folioNumber: folioOfOrder(row),
    folioOrderOid: row.folioOrderOid,
    loginId: row.loginId,
    modificationTimestamp: encodeInstant(row.modifiedAt),
    orderStatus: row.orderStatus,
    physicalSignatureReceived: row.physicalSignatureReceived,
    privatePlacementOfferOid: row.offerOid,
    privatePlacementOrderOid: row.orderOid,
    reasonForTrade: row.reasonForTrade,
    requestedDollarAmount: fixed(row.requestedAmount, 2),
    shareQuantity: row.shareQuantity === null ? null : fixed(row.shareQuantity, 5),
    signedDocuments: row.signedDocuments.map(({ id, version }) => ({ id, version })),
    solicited: row.solicited,
  };
}

/** A subscription in the list of its offer, with whether the caller may withdraw it. */
export function encodeOrderOfOffer(
  row: OrderOfOfferRow,
  withdrawable: ReadonlySet<Id>,
): OrderOfOffer {
  const { accredited, investorName, investorState } = row;
  const mayWithdraw = withdrawable.has(row.orderOid);
  return { ...encodeOrder(row), accredited, investorName, investorState, mayWithdraw };
}

/** A subscription as audit entries record it. */
export function recordOf(row: OrderRow) {
  const { orderOid, offerOid, requestedAmount, fillAmount, createdAt, modifiedAt, ...rest } = row;
  return {
    ...rest,
    privatePlacementOrderOid: orderOid,
    privatePlacementOfferOid: offerOid,
    requestedDollarAmount: requestedAmount,
    fillDollarAmount: fillAmount,
    creationTimestamp: createdAt,
    modificationTimestamp: modifiedAt,
  };
}
