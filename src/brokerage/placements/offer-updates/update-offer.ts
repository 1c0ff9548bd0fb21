// Updating an offer, and closing it. (interface 2.3)
import type { Context } from "../../../platform/change/context.ts";
import { write } from "../../../platform/change/write.ts";
import type { Tx } from "../../../platform/store/db.ts";
import { offerStatusCode } from "../../../reference/codes.ts";
import { refuseFor, ruleProblem } from "../../../values/problem.ts";
import {
  changedOffer,
  isExecutable,
  lockOfferToUpdate,
  noteOfUpdate,
  problemsWithUpdate,
  type StandingOffer,
  storeApproved,
  storeOffer,
} from "../offers/changes.ts";
import { type OfferRow, type OfferUpdate, offerErrors } from "../offers/reads.ts";
import {
  type ChangedOrders,
  cancelOpenOrders,
  executeOrders,
  noOrders,
} from "../private-placement-orders/changes.ts";
import { firmsWithOpenOrders } from "../private-placement-orders/reads.ts";
import { updateOfferEntry } from "./entries.ts";

/** Updates an offer: absent fields stay, lists are replaced; a status of its own closes it. */
export async function updateOffer(
  ctx: Context,
  offerOid: string,
  request: OfferUpdate,
): Promise<void> {
  await write(
    ctx,
    updateOfferEntry,
    async (tx) => {
      const locked = await lockOfferToUpdate(tx, ctx, offerOid, request);
      const { stored, standing, facts } = locked;
      const by = ctx.caller.firm.kind;
      const investingFirms = await firmsWithOpenOrders(tx, stored.offerOid);
      const judged = { stored, request, standing, by, now: ctx.now };
      refuseFor(problemsWithUpdate({ ...judged, facts: { ...facts, investingFirms } }));

      const after = closedBy(request, standing, ctx.now);
      const orders = await decideOrders(tx, ctx, stored, after);
      await storeApproved(tx, stored, orders);
      if (after !== stored) storeOffer(tx, stored, after);
      const note = noteOfUpdate(request, stored, { ...standing, row: after });
      const events = [...orders.events, ...note.events];
      return { value: null, audit: [{ ...note, events }, ...orders.notes] };
    },
    { refusals: { offer_participating_firm_known: ruleProblem(offerErrors.participant) } },
  );
}

function closedBy({ offerStatus }: OfferUpdate, { row }: StandingOffer, now: Date): OfferRow {
  if (offerStatus === undefined || offerStatus === row.offerStatus) return row;
  return changedOffer(row, { offerStatus }, now);
}

/** An offer that is executed processes what was approved and is paid for; one that ends otherwise
 * cancels its open subscriptions. */
async function decideOrders(
  tx: Tx,
  ctx: Context,
  stored: OfferRow,
  { offerStatus, offerOid }: OfferRow,
): Promise<ChangedOrders> {
  if (offerStatus === stored.offerStatus) return noOrders;
  if (offerStatus !== offerStatusCode.complete) return cancelOpenOrders(tx, ctx, offerOid);
  const executed = await executeOrders(tx, ctx, offerOid);
  const isPaidFor = isExecutable(stored, executed.processed);
  refuseFor(isPaidFor ? [] : [ruleProblem(offerErrors.executionCash)]);
  return executed;
}
