// The request of a sandbox for an offer. (interface 4.22)

import type { App } from "../../../platform/http/frame.ts";
import { created, Located } from "../../../platform/http/pipeline/response.ts";
import { inSandboxAlone } from "../../../platform/http/request/sandbox-only.ts";
import { Type } from "../../../values/type.ts";
import { OfferToPublish, offerErrors } from "../offers/reads.ts";
import { approveOffer } from "./approve-offer.ts";

/** The refusals of an update that publishes an offer, once the offer is made ready. */
const ofPublication = [
  offerErrors.priceDiscount,
  offerErrors.offerStatus,
  offerErrors.sizeOfExemption,
  offerErrors.naturalPersons,
  offerErrors.corporations,
  offerErrors.californiaIssuer,
  offerErrors.statesOfExemption,
];

const OfferPath = Type.Object({ privateplacementofferoid: Type.String({ examples: ["802"] }) });

/** Registers the request of a sandbox for an offer. */
export async function offerSimulationRoutes(app: App): Promise<void> {
  app.addHook("preHandler", inSandboxAlone);
  app.post(
    "/restapi/simulation/offers/:privateplacementofferoid/approvals",
    {
      config: { access: "managedOffer", callers: ["operator"], errors: ofPublication },
      schema: {
        operationId: "approveOffer",
        summary: "Make an offer ready and publish it",
        tags: ["Simulation"],
        params: OfferPath,
        body: OfferToPublish,
        response: { 201: Located },
      },
    },
    async ({ context, params }, reply) => {
      const { privateplacementofferoid: offerOid } = params;
      await approveOffer(context, offerOid);
      return created(reply, `/restapi/privateplacementoffers/${offerOid}`);
    },
  );
}
