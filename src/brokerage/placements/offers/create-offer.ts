// Creating a private placement offer. (interface 4.3)
import assert from "node:assert/strict";
import { newYorkDay } from "@bursar/values/dates";
import type { Decimal } from "@bursar/values/decimal";
import type { Id } from "@bursar/values/ids";
import { claimed, writeClaim } from "../../../platform/change/claims.ts";
import type { Context } from "../../../platform/change/context.ts";
import { lockOffersOfNodes } from "../../../platform/store/db.ts";
import { offerStatusCode, participationCode } from "../../../reference/codes.ts";
import { refuseFor, ruleProblem } from "../../../values/problem.ts";
import { createOfferEntry } from "./entries.ts";
import { offerErrors } from "./errors.ts";
import { eventsOfNew } from "./events.ts";
import { insertOffer, type NewOfferRow, selectKnownOfOffer } from "./queries.ts";
import { type OfferFacts, problemsWith } from "./rules.ts";
import type { NewOffer } from "./schema.ts";

/** Creates an offer of the caller's firm and returns its id; firms it names are invited. */
export async function createOffer(ctx: Context, request: NewOffer): Promise<Id> {
  const { ticker } = request.security;
  const claimedTicker = claimed(ctx, offerErrors.tickerTaken, ticker);
  const rehearsedAs = claimedTicker === ticker ? null : claimedTicker;
  return writeClaim(
    ctx,
    createOfferEntry,
    async (tx) => {
      lockOffersOfNodes(tx);
      const named = namedIn(request, ctx.caller.firm.oid);
      const facts = factsOf(await selectKnownOfOffer(tx, { ...named, claimedTicker }));
      refuseFor(problemsWith(request, facts, ctx.now));

      const offer = offerFrom(ctx, request);
      insertOffer(tx, { ...offer, rehearsedAs });
      const subject = `offer:${offer.offerOid}`;
      const events = eventsOfNew(offer, Object.keys(request).toSorted());
      return { value: offer.offerOid, audit: [{ subject, after: { offer }, events }] };
    },
    {
      claims: [offerErrors.tickerTaken],
      refusals: {
        offer_ticker_key: ruleProblem(offerErrors.tickerTaken),
        offer_participating_firm_known: ruleProblem(offerErrors.participant),
      },
    },
  );
}

function namedIn(request: NewOffer, creatingFirmOid: Id) {
  const { issuingFirmOid, issuingFirmRepresentativeOid, creatingFirmRepresentativeOid } = request;
  return {
    issuingFirmOid,
    issuingFirmRepresentativeOid,
    creatingFirmOid,
    creatingFirmRepresentativeOid,
    ticker: request.security.ticker,
    participatingFirmIds: (request.participatingFirms ?? []).map(
      ({ participatingFirmId }) => participatingFirmId,
    ),
  };
}

/** The stored facts, as the rules of an offer take them. */
export function factsOf(known: Awaited<ReturnType<typeof selectKnownOfOffer>>): OfferFacts {
  assert(known !== undefined, "a statement of one row returned none");
  const { issuerName, issuerState, isUnderContract, ...facts } = known;
  const issuer =
    issuerName === null
      ? undefined
      : { name: issuerName, state: issuerState, isUnderContract: isUnderContract === true };
  return { ...facts, issuer };
}

function offerFrom(ctx: Context, request: NewOffer): NewOfferRow {
  const { caller, now } = ctx;
  const { security, closingDate, participatingFirms = [], ...sent } = request;
  return {
    ...settingsOf(sent),
    offerOid: ctx.newId(),
    creatingFirmOid: caller.firm.oid,
    creatingMemberOid: caller.member?.memberOid ?? null,
    offerStatus: offerStatusCode.initial,
    ticker: security.ticker,
    previousClosingPrice: security.previousClosingPrice,
    offerMinimum: minimumOf(request),
    maximumInvestmentAmount: request.maximumInvestmentAmount ?? null,
    closingOn: closingDate,
    publishedOn: request.published ? newYorkDay(now) : null,
    createdAt: now,
    participatingFirms: participatingFirms.map(({ participatingFirmId }) => ({
      participatingFirmId,
      participatingFirmStatus: participationCode.pending,
    })),
  };
}

type Sent = Omit<NewOffer, "security" | "closingDate" | "participatingFirms">;

function settingsOf(sent: Sent) {
  const {
    naturalPersonAccreditationSetting: naturalPersonAccreditation,
    corporateAccreditationSetting: corporateAccreditation,
    previousExperienceSetting: previousExperience,
    ...rest
  } = sent;
  return { ...rest, naturalPersonAccreditation, corporateAccreditation, previousExperience };
}

/** ALL_OR_NONE executes only at the full size, so that is its minimum. */
function minimumOf({ executionType, offerMinimum, offerSize }: NewOffer): Decimal | null {
  return executionType === "A" ? offerSize : (offerMinimum ?? null);
}
