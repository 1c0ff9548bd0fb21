// A change of a subscription: its audit note, its events, and by how much more or
// less of the offer is approved.

import { laterOf } from "@bursar/values/dates";
import { type Decimal, subtract } from "@bursar/values/decimal";
import type { Static } from "typebox";
import { entryDecimal, entryId } from "../../../platform/change/audit-entry.ts";
import type { EventNote, EventSight } from "../../../platform/change/event.ts";
import { Type } from "../../../values/type.ts";
import { nullable, nullableText } from "../../../values/wire.ts";
import { eventOfOrder } from "./events.ts";
import type { OrderRow } from "./order-row.ts";

/** A subscription in an audit entry, as far as its life changes it. */
export const OrderState = Type.Object({
  order: Type.Object({
    privatePlacementOrderOid: entryId,
    privatePlacementOfferOid: entryId,
    orderStatus: Type.String(),
    fillDollarAmount: nullable(entryDecimal),
    shareQuantity: nullable(entryDecimal),
    folioOrderOid: nullable(entryId),
    physicalSignatureReceived: Type.Boolean(),
    deMinimisAccepted: Type.Boolean(),
    accredited: nullable(Type.Boolean()),
    comment: nullableText(),
  }),
});
type OrderState = Static<typeof OrderState>;

/** A note on the account of a subscription. */
export interface OrderNote {
  readonly subject: string;
  readonly before: OrderState;
  readonly after: OrderState;
  readonly events: readonly EventNote[];
}

function stateOf(row: OrderRow): OrderState["order"] {
  return {
    privatePlacementOrderOid: row.orderOid,
    privatePlacementOfferOid: row.offerOid,
    orderStatus: row.orderStatus,
    fillDollarAmount: row.fillAmount,
    shareQuantity: row.shareQuantity,
    folioOrderOid: row.folioOrderOid,
    physicalSignatureReceived: row.physicalSignatureReceived,
    deMinimisAccepted: row.deMinimisAccepted,
    accredited: row.accredited,
    comment: row.comment,
  };
}

/** The notes of a subscription that took one step or several: on its account and on its offer, of
 * which each have an event for every step. */
export function notesOfOrder(
  before: OrderRow,
  ...steps: readonly OrderRow[]
): [ofAccount: OrderNote, ofOffer: OrderNote] {
  const { accountNumber: account, offerOid } = before;
  const note = {
    before: { order: stateOf(before) },
    after: { order: stateOf(steps.at(-1) ?? before) },
  };
  const eventsFor = (sight?: EventSight) =>
    steps.map((step, index) => {
      const last = steps[index - 1] ?? before;
      return eventOfOrder(last, step, changedFields(last, step), sight);
    });
  return [
    { subject: account, ...note, events: eventsFor() },
    { subject: `offer:${offerOid}`, ...note, events: eventsFor({ account }) },
  ];
}

function changedFields(before: OrderRow, after: OrderRow): string[] {
  const was = stateOf(before);
  const is = stateOf(after);
  const names = Object.keys(was) as (keyof OrderState["order"])[];
  return names.filter((name) => name !== "orderStatus" && was[name] !== is[name]);
}

const nothing = "0" as Decimal;

/** By how much more of the offer is approved after a change; only what counts has a fill. */
export function approvedBy(before: OrderRow, after: OrderRow): Decimal {
  return subtract(after.fillAmount ?? nothing, before.fillAmount ?? nothing);
}

/** The subscription after a step, which is never earlier than what was loaded. */
export function stepped(row: OrderRow, changed: Partial<OrderRow>, now: Date): OrderRow {
  return { ...row, ...changed, modifiedAt: laterOf(row.modifiedAt, now) };
}
