// The requests for the operator's approvals, for documents and their views.
// (interface 2.3, 2.4)

import type { App } from "../../../platform/http/frame.ts";
import {
  created,
  dispositionOf,
  fileContent,
  Located,
  updated,
} from "../../../platform/http/pipeline/response.ts";
import { Type } from "../../../values/type.ts";
import { firmPath } from "../../clients-and-accounts/firms/reads.ts";
import { addOfferDocument } from "./add-offer-document.ts";
import {
  ApprovedOffer,
  DocumentQuery,
  DocumentView,
  NewOfferDocument,
  OfferApproval,
} from "./approval-schema.ts";
import { offerErrors } from "./errors.ts";
import { getOfferDocument, mediaTypeOf } from "./get-offer-document.ts";
import { listOfferApprovals } from "./list-offer-approvals.ts";
import { listOfferDocumentViews } from "./list-offer-document-views.ts";
import { setOfferApproval } from "./set-offer-approval.ts";

const offers = "/restapi/privateplacementoffers";
const FirmPath = firmPath("1004");
const DocumentPath = Type.Object({
  privateplacementofferoid: Type.String({ examples: ["801"] }),
  documentid: Type.String({ examples: ["rwn-overview"] }),
});
const tags = ["Private placement offers"];

/** The largest body with a document: twelve megabytes of it in Base64. */
const documentBodyLimit = 16_777_216;

/** Registers the requests other than those for offers themselves. */
export function documentRoutes(app: App): void {
  approvals(app);
  newDocuments(app);
  documentsOfOne(app);
}

function approvals(app: App): void {
  const path = "/restapi/firms/:firmid/offerapprovals";
  app.put(
    path,
    {
      config: { access: "namedFirm", callers: ["operator"], errors: [offerErrors.issuingFirm] },
      schema: {
        operationId: "setOfferApproval",
        summary: "Approve a private security, or withdraw the approval",
        tags,
        params: FirmPath,
        body: OfferApproval,
        response: { 200: Located },
      },
    },
    async (request, reply) => {
      const { firmid } = request.params;
      await setOfferApproval(request.context, firmid, request.body);
      return updated(reply, `/restapi/firms/${firmid}/offerapprovals`);
    },
  );

  app.get(
    path,
    {
      config: { access: "namedFirm", callers: ["operator", "issuing"] },
      schema: {
        operationId: "listOfferApprovals",
        summary: "List the approved securities of an issuer",
        tags,
        params: FirmPath,
        response: { 200: Type.Array(ApprovedOffer) },
      },
    },
    async ({ context, params }) => listOfferApprovals(context, params.firmid),
  );
}

function newDocuments(app: App): void {
  app.post(
    "/restapi/firms/:firmid/offerdocuments",
    {
      bodyLimit: documentBodyLimit,
      config: {
        access: "namedFirm",
        callers: ["operator"],
        errors: [offerErrors.issuingFirm, offerErrors.documentVersion],
      },
      schema: {
        operationId: "addOfferDocument",
        summary: "Add a document of a private security, or a new version",
        tags,
        params: FirmPath,
        body: NewOfferDocument,
        response: { 201: Located },
      },
    },
    async (request, reply) => {
      const { firmid } = request.params;
      const { id, offerOid } = await addOfferDocument(request.context, firmid, request.body);
      const address = `${offers}/${offerOid}/documents/${encodeURIComponent(id)}`;
      return created(
        reply,
        offerOid === null ? `/restapi/firms/${firmid}/offerdocuments` : address,
      );
    },
  );
}

function documentsOfOne(app: App): void {
  const types = ["application/octet-stream", "application/pdf", "text/plain"];
  app.get(
    `${offers}/:privateplacementofferoid/documents/:documentid`,
    {
      config: {
        access: "offer",
        callers: ["institutional", "issuing", "operator", "client"],
        needsAssociatedMember: "institutional",
        writes: true,
        responseHeaders: ["Content-Disposition"],
        errors: [offerErrors.documentNotFound],
      },
      schema: {
        operationId: "getOfferDocument",
        summary: "Get the bytes of a document, which records the view",
        tags,
        params: DocumentPath,
        querystring: DocumentQuery,
        response: { 200: { content: fileContent(...types) } },
      },
    },
    async (request, reply) => {
      const { privateplacementofferoid: offerOid, documentid: documentId } = request.params;
      const key = { documentId, version: request.query.version };
      const { name, content } = await getOfferDocument(request.context, offerOid, key);
      return reply
        .header("Content-Disposition", dispositionOf(name))
        .type(mediaTypeOf(name))
        .send(content);
    },
  );

  app.get(
    `${offers}/:privateplacementofferoid/documents/:documentid/views`,
    {
      config: {
        access: "offer",
        callers: ["institutional", "operator"],
        errors: [offerErrors.documentNotFound],
      },
      schema: {
        operationId: "listOfferDocumentViews",
        summary: "List who has viewed and signed a document",
        tags,
        params: DocumentPath,
        response: { 200: Type.Array(DocumentView) },
      },
    },
    async ({ context, params }) =>
      listOfferDocumentViews(context, params.privateplacementofferoid, params.documentid),
  );
}
