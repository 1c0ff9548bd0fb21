// The requests that update an offer, and answer an invitation to one. (interface 2.3, 4.4)

import type { App } from "../../../platform/http/frame.ts";
import { Located, updated } from "../../../platform/http/pipeline/response.ts";
import { valueErrors } from "../../../values/errors.ts";
import { Type } from "../../../values/type.ts";
import { errorsOfTerms, rulesOfUpdate } from "../offers/changes.ts";
import { OfferUpdate, offerErrors, Participation } from "../offers/reads.ts";
import { updateOffer } from "./update-offer.ts";
import { updateParticipation } from "./update-participation.ts";

const path = "/restapi/privateplacementoffers";
const OfferPath = Type.Object({ privateplacementofferoid: Type.String({ examples: ["801"] }) });
const InvitedPath = Type.Object({ privateplacementofferoid: Type.String({ examples: ["807"] }) });
const tags = ["Private placement offers"];

const ofUpdate = [
  ...errorsOfTerms,
  valueErrors.uriMatching,
  offerErrors.notUpdateable,
  offerErrors.daysFromClosing,
  offerErrors.priceDiscount,
  offerErrors.operatorField,
  offerErrors.statusAlone,
  offerErrors.offerStatus,
  offerErrors.inProgress,
  offerErrors.closingDateInProgress,
  offerErrors.cashDate,
  offerErrors.unpublish,
  offerErrors.execution,
  offerErrors.executionCash,
  offerErrors.sizeApproved,
  offerErrors.participantOrders,
];

/** Registers the requests that change offers. */
export async function offerUpdateRoutes(app: App): Promise<void> {
  updateOfOne(app);
  invitations(app);
}

function updateOfOne(app: App): void {
  app.put(
    `${path}/:privateplacementofferoid`,
    {
      config: {
        access: "managedOffer",
        changes: `${path}/:privateplacementofferoid`,
        callers: ["institutional", "operator"],
        rules: rulesOfUpdate,
        errors: ofUpdate,
      },
      schema: {
        operationId: "updateOffer",
        summary: "Update or close a private placement offer",
        tags,
        params: OfferPath,
        body: OfferUpdate,
        response: { 200: Located },
      },
    },
    async (request, reply) => {
      const { privateplacementofferoid: offerOid } = request.params;
      await updateOffer(request.context, offerOid, request.body);
      return updated(reply, `${path}/${offerOid}`);
    },
  );
}

function invitations(app: App): void {
  app.put(
    `${path}/:privateplacementofferoid/participation`,
    {
      config: {
        access: "offer",
        callers: ["institutional"],
        errors: [offerErrors.participation, offerErrors.participationOrders],
      },
      schema: {
        operationId: "updateParticipation",
        summary: "Answer an invitation to an offer",
        tags,
        params: InvitedPath,
        body: Participation,
        response: { 200: Located },
      },
    },
    async (request, reply) => {
      const { privateplacementofferoid: offerOid } = request.params;
      await updateParticipation(request.context, offerOid, request.body);
      return updated(reply, `${path}/${offerOid}`);
    },
  );
}
