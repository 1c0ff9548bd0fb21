// Updating an offer, and closing it. (interface 2.3)
import type { Context } from "../../platform/change/context.ts";
import { write } from "../../platform/change/write.ts";
import type { Tx } from "../../platform/store/db.ts";
import type { Id } from "../../values/ids.ts";
import { refuseFor, ruleProblem } from "../../values/problem.ts";
import {
  type ChangedOrders,
  cancelOpenOrders,
  executeOrders,
  noOrders,
} from "../private-placement-orders/changes.ts";
import { firmsWithOpenOrders } from "../private-placement-orders/reads.ts";
import { mayManageOffer } from "./access.ts";
import { storeApproved } from "./changes.ts";
import { factsOf } from "./create-offer.ts";
import { updateOfferEntry } from "./entries.ts";
import { offerErrors } from "./errors.ts";
import { eventsOfUpdate } from "./events.ts";
import { isExecutable } from "./execution-rule.ts";
import { lockOfferForCaller, selectOffer } from "./lock-offer.ts";
import { changedOffer } from "./offer-change.ts";
import { offerTerms } from "./offer-terms.ts";
import type { OfferUpdate } from "./offer-update.ts";
import { type OfferRow, selectKnownOfOffer } from "./queries.ts";
import { replaceParticipants, updateOfferRow } from "./update-queries.ts";
import { problemsWithUpdate, type StandingOffer, standingOffer } from "./update-rules.ts";

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
      const known = await selectOffer(tx, offerOid as Id);
      // Its issuer and its ticker, by which the facts are found, never change.
      const named = selectKnownOfOffer(tx, namedIn(known, request));
      const [facts, stored] = await Promise.all([
        named,
        lockOfferForCaller(tx, ctx.caller, offerOid, mayManageOffer),
      ]);
      await ctx.condition?.judge(tx);
      const standing = standingOffer(stored, request, ctx.now);
      const by = ctx.caller.firm.kind;
      const investingFirms = await firmsWithOpenOrders(tx, stored.offerOid);
      const judged = { stored, request, standing, by, now: ctx.now };
      refuseFor(problemsWithUpdate({ ...judged, facts: { ...factsOf(facts), investingFirms } }));

      const after = closedBy(request, standing, ctx.now);
      const orders = await decideOrders(tx, ctx, stored, after);
      await storeApproved(tx, stored, orders);
      if (after !== stored) storeOffer(tx, stored, after);
      const note = noteOf(request, stored, { ...standing, row: after });
      const events = [...orders.events, ...note.events];
      return { value: null, audit: [{ ...note, events }, ...orders.notes] };
    },
    { refusals: { offer_participating_firm_known: ruleProblem(offerErrors.participant) } },
  );
}

function namedIn(offer: OfferRow, request: OfferUpdate) {
  const { issuingFirmOid, issuingFirmRepresentativeOid, creatingFirmOid, ticker } = offer;
  const { creatingFirmRepresentativeOid = offer.creatingFirmRepresentativeOid } = request;
  const participatingFirmIds = (request.participatingFirms ?? []).map(
    (firm) => firm.participatingFirmId,
  );
  return {
    ...{ issuingFirmOid, issuingFirmRepresentativeOid, creatingFirmOid, ticker },
    claimedTicker: ticker,
    ...{ creatingFirmRepresentativeOid, participatingFirmIds },
  };
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
  if (offerStatus !== "C") return cancelOpenOrders(tx, ctx, offerOid);
  const executed = await executeOrders(tx, ctx, offerOid);
  const isPaidFor = isExecutable(stored, executed.processed);
  refuseFor(isPaidFor ? [] : [ruleProblem(offerErrors.executionCash)]);
  return executed;
}

function storeOffer(tx: Tx, stored: OfferRow, after: OfferRow): void {
  updateOfferRow(tx, after);
  if (after.participatingFirms !== stored.participatingFirms) replaceParticipants(tx, after);
}

/** What has changed, by its stored names, before and after. */
function noteOf({ comment }: OfferUpdate, stored: OfferRow, { row, changed }: StandingOffer) {
  const names = [
    ...offerTerms.map(({ name }) => name),
    ...(["participatingFirms", "publishedOn", "offerStatus", "modifiedAt"] as const),
  ].filter((name) => row[name] !== stored[name]);
  const of = (offer: OfferRow) => Object.fromEntries(names.map((name) => [name, offer[name]]));
  return {
    subject: `offer:${row.offerOid}`,
    before: of(stored),
    after: of(row),
    ...(comment !== undefined && { detail: { comment } }),
    events: eventsOfUpdate(stored, row, changed),
  };
}
