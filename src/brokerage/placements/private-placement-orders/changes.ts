// Changes of subscriptions for other resources: deciding together those of an offer. The caller
// holds the offer's row, which every change of a subscription locks before its account.
import assert from "node:assert/strict";
import { type Decimal, sum } from "@bursar/values/decimal";
import type { Id } from "@bursar/values/ids";
import { lockAccounts } from "../../../platform/bulk/stage/concerned-rows.ts";
import type { WriteContext } from "../../../platform/change/context.ts";
import type { EventNote } from "../../../platform/change/event.ts";
import type { Tx } from "../../../platform/store/db.ts";
import { orderStatuses } from "../../../reference/codes.ts";
import { type NotifiedNote, withRejection } from "./notify-of-rejection.ts";
import { approvedBy, notesOfOrder, stepped } from "./order-change.ts";
import type { OrderRow } from "./order-row.ts";
import { problemsWithPlacing } from "./placing-rules.ts";
import { selectOrdersOfOffer } from "./queries.ts";
import { selectPlacingFacts, updateOrderState } from "./state-queries.ts";

/** Subscriptions that were changed: the notes on their accounts, their events on the offer,
 * and by how much more of it is approved, below 0 where it is less. */
export interface ChangedOrders {
  readonly notes: readonly NotifiedNote[];
  readonly events: readonly EventNote[];
  readonly approved: Decimal;
}

/** None that was changed. */
export const noOrders: ChangedOrders = { notes: [], events: [], approved: "0" as Decimal };

/** Cancels the open subscriptions to an offer that ends. */
export async function cancelOpenOrders(
  tx: Tx,
  ctx: Pick<WriteContext, "now" | "newId">,
  offerOid: Id,
): Promise<ChangedOrders> {
  const orders = await lockOpenOrders(tx, offerOid);
  return storeSteps(
    tx,
    ctx,
    orders.map((order) => [order, ended(order, "CANCELLED", ctx.now)]),
  );
}

/** Ends the subscriptions to an offer on which the time to decide is over: those that were not
 * decided are rejected, and if the offer ends with it the other open ones cancelled. */
export async function endUndecidedOrders(
  tx: Tx,
  ctx: Pick<WriteContext, "now" | "newId">,
  { offerOid, isEnding }: { readonly offerOid: Id; readonly isEnding: boolean },
): Promise<ChangedOrders> {
  const orders = await lockOpenOrders(tx, offerOid);
  const { now } = ctx;
  return storeSteps(
    tx,
    ctx,
    orders.flatMap((order) => {
      if (order.orderStatus === "INITIAL") return [[order, ended(order, "REJECTED", now)]];
      return isEnding ? [[order, ended(order, "CANCELLED", now)]] : [];
    }),
  );
}

/** Executes the subscriptions to an offer: what was approved and can be placed is processed, the
 * rest of it cancelled, what was not decided rejected. Also returns how much is processed; where
 * that is too little, the change must be refused. */
export async function executeOrders(
  tx: Tx,
  { now, newId }: Pick<WriteContext, "now" | "newId">,
  offerOid: Id,
): Promise<ChangedOrders & { readonly processed: Decimal }> {
  const orders = await lockOpenOrders(tx, offerOid);
  const numbers = orders.map(({ accountNumber }) => accountNumber);
  const facts = await selectPlacingFacts(tx, offerOid, numbers);
  const factsOf = new Map(facts.map((each) => [each.accountNumber, each]));
  const steps = orders.map((order): OrderRow[] => {
    if (order.orderStatus === "INITIAL") return [order, ended(order, "REJECTED", now)];
    const processing = { orderStatus: "PROCESSING" } as const;
    if (order.orderStatus === "ORDER_CREATED") return [order, stepped(order, processing, now)];
    const known = factsOf.get(order.accountNumber);
    assert(known, `the account ${order.accountNumber} of a subscription`);
    const { fillAmount } = order;
    if (problemsWithPlacing({ ...known, fillAmount }).length > 0) {
      return [order, ended(order, "CANCELLED", now)];
    }
    const placed = placedOrder(order, { now, newId });
    return [order, placed, stepped(placed, processing, now)];
  });
  const last = steps.flatMap((each) => each.at(-1) ?? []);
  const processed = sum(last.flatMap(({ fillAmount }) => fillAmount ?? []));
  return { ...(await storeSteps(tx, { now, newId }, steps)), processed };
}

/** A subscription that is placed now. */
export function placedOrder(
  order: OrderRow,
  { now, newId }: Pick<WriteContext, "now" | "newId">,
): OrderRow {
  return stepped(order, { orderStatus: "ORDER_CREATED", folioOrderOid: newId() }, now);
}

const open = orderStatuses.rows.filter((status) => status.open).map(({ code }) => code);

/** The open subscriptions to an offer, with the locks of their accounts. */
async function lockOpenOrders(tx: Tx, offerOid: Id): Promise<readonly OrderRow[]> {
  const orders = await selectOrdersOfOffer(tx, offerOid, open);
  await lockAccounts(tx, [...new Set(orders.map(({ accountNumber }) => accountNumber))].toSorted());
  return orders;
}

function ended(order: OrderRow, orderStatus: "CANCELLED" | "REJECTED", now: Date): OrderRow {
  return stepped(order, { orderStatus, fillAmount: null }, now);
}

async function storeSteps(
  tx: Tx,
  ctx: Pick<WriteContext, "now" | "newId">,
  changes: readonly (readonly OrderRow[])[],
): Promise<ChangedOrders> {
  const done: { note: NotifiedNote; events: readonly EventNote[]; approved: Decimal }[] = [];
  for (const [before, ...steps] of changes) {
    const after = steps.at(-1);
    assert(before && after, "a subscription takes a step");
    updateOrderState(tx, after);
    const [note, { events }] = notesOfOrder(before, ...steps);
    done.push({
      note: await withRejection(tx, ctx, { note, after }),
      events,
      approved: approvedBy(before, after),
    });
  }
  return {
    notes: done.map(({ note }) => note),
    events: done.flatMap(({ events }) => events),
    approved: sum(done.map(({ approved }) => approved)),
  };
}
