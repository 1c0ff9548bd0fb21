// An offer as a request updates it: locked, with what its rules look at; stored; and noted.

import type { Id } from "@bursar/values/ids";
import type { Context } from "../../../platform/change/context.ts";
import type { Tx } from "../../../platform/store/db.ts";
import { mayManageOffer } from "./access.ts";
import { factsOf } from "./create-offer.ts";
import { eventsOfUpdate } from "./events.ts";
import { lockOfferForCaller, selectOffer } from "./lock-offer.ts";
import { offerTerms } from "./offer-terms.ts";
import type { OfferUpdate } from "./offer-update.ts";
import { type OfferRow, selectKnownOfOffer } from "./queries.ts";
import { replaceParticipants, updateOfferRow } from "./update-queries.ts";
import { type StandingOffer, standingOffer } from "./update-rules.ts";

/** Locks an offer for whoever manages it, and returns it with what the rules of an update look at. */
export async function lockOfferToUpdate(
  tx: Tx,
  ctx: Context,
  offerOid: string,
  request: OfferUpdate,
) {
  const known = await selectOffer(tx, offerOid as Id);
  // Its issuer and its ticker, by which the facts are found, never change.
  const named = selectKnownOfOffer(tx, namedIn(known, request));
  const [facts, stored] = await Promise.all([
    named,
    lockOfferForCaller(tx, ctx.caller, offerOid, mayManageOffer),
  ]);
  await ctx.condition?.judge(tx);
  return { stored, standing: standingOffer(stored, request, ctx.now), facts: factsOf(facts) };
}

function namedIn(offer: OfferRow, request: OfferUpdate) {
  const { issuingFirmOid, issuingFirmRepresentativeOid, creatingFirmOid, ticker } = offer;
  const { creatingFirmRepresentativeOid = offer.creatingFirmRepresentativeOid } = request;
  const participatingFirmIds = (request.participatingFirms ?? []).map(
    (firm) => firm.participatingFirmId,
  );
  return {
    issuingFirmOid,
    issuingFirmRepresentativeOid,
    creatingFirmOid,
    ticker,
    claimedTicker: ticker,
    creatingFirmRepresentativeOid,
    participatingFirmIds,
  };
}

/** Stores what has changed of an offer. */
export function storeOffer(tx: Tx, stored: OfferRow, after: OfferRow): void {
  updateOfferRow(tx, after);
  if (after.participatingFirms !== stored.participatingFirms) replaceParticipants(tx, after);
}

/** The changed fields, by their stored names, before and after. */
export function noteOfUpdate(
  { comment }: OfferUpdate,
  stored: OfferRow,
  { row, changed }: StandingOffer,
) {
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
