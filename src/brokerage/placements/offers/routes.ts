// The requests for private placement offers. (interface 4.3, 4.4, 4.5)

import type { App } from "../../../platform/http/frame.ts";
import { created, Located, sendList } from "../../../platform/http/pipeline/response.ts";
import { Type } from "../../../values/type.ts";
import { createOffer } from "./create-offer.ts";
import { documentRoutes } from "./document-routes.ts";
import { offerErrors } from "./errors.ts";
import { getOffer } from "./get-offer.ts";
import { listOfferDocuments } from "./list-offer-documents.ts";
import { listOffers } from "./list-offers.ts";
import { errorsOfTerms, rulesOfRequest } from "./rules.ts";
import { NewOffer, Offer, OfferDocument, OffersQuery } from "./schema.ts";

const path = "/restapi/privateplacementoffers";
const OfferPath = Type.Object({ privateplacementofferoid: Type.String({ examples: ["801"] }) });
const tags = [
  {
    name: "Private placement offers",
    description: "Offers of private securities, and the documents that investors must view.",
  },
];

const ofNewOffer = [
  ...errorsOfTerms,
  offerErrors.issuerSize,
  offerErrors.issuingRepresentative,
  offerErrors.tickerTaken,
];
/** Registers the requests for offers. */
export async function offerRoutes(app: App): Promise<void> {
  app.post(
    path,
    {
      config: {
        access: "firm",
        callers: ["institutional"],
        rules: rulesOfRequest,
        errors: ofNewOffer,
      },
      schema: {
        operationId: "createOffer",
        summary: "Create a private placement offer",
        tags,
        body: NewOffer,
        response: { 201: Located },
      },
    },
    async (request, reply) => {
      const oid = await createOffer(request.context, request.body);
      return created(reply, `${path}/${oid}`);
    },
  );

  app.get(
    path,
    {
      config: {
        access: "firm",
        callers: ["institutional", "issuing", "operator", "client"],
        etag: true,
      },
      schema: {
        operationId: "listOffers",
        summary: "List private placement offers",
        tags,
        querystring: OffersQuery,
        response: { 200: Type.Array(Offer) },
      },
    },
    async ({ context, query }, reply) =>
      sendList(reply, Offer, await listOffers(context, query.offerstatus)),
  );

  readsOfOne(app);
  documentRoutes(app);
}

function readsOfOne(app: App): void {
  app.get(
    `${path}/:privateplacementofferoid`,
    {
      config: {
        access: "offer",
        callers: ["institutional", "issuing", "operator", "client"],
        etag: "record",
      },
      schema: {
        operationId: "getOffer",
        summary: "Get a private placement offer",
        tags,
        params: OfferPath,
        response: { 200: Offer },
      },
    },
    async ({ context, params }) => getOffer(context, params.privateplacementofferoid),
  );

  app.get(
    `${path}/:privateplacementofferoid/documents`,
    {
      config: {
        access: "offer",
        callers: ["institutional", "issuing", "operator", "client"],
        needsAssociatedMember: true,
      },
      schema: {
        operationId: "listOfferDocuments",
        summary: "List the documents of an offer",
        tags,
        params: OfferPath,
        response: { 200: Type.Array(OfferDocument) },
      },
    },
    async (request) => listOfferDocuments(request.context, request.params.privateplacementofferoid),
  );
}
