// The requests for legal holds. (docs/documents.md)

import type { App } from "../../../platform/http/frame.ts";
import { Located, sendPage, updated } from "../../../platform/http/pipeline/response.ts";
import { Type } from "../../../values/type.ts";
import { retentionErrors } from "./errors.ts";
import { getDocumentHold } from "./get-document-hold.ts";
import { listRetainedDocuments } from "./list-retained-documents.ts";
import { DocumentHold, DocumentsQuery, ListedDocument, RetainedDocument } from "./schema.ts";
import { setDocumentHold } from "./set-document-hold.ts";

const path = "/restapi/documents/:documentoid/hold";
const documents = "/restapi/documents";
const DocumentPath = Type.Object({ documentoid: Type.String({ examples: ["4703"] }) });
const tags = ["Documents"];

/** Registers the requests for legal holds. */
export async function retentionRoutes(app: App): Promise<void> {
  app.get(
    documents,
    {
      config: { access: "wholeFirm", callers: ["operator"] },
      schema: {
        operationId: "listRetainedDocuments",
        summary: "List documents on hold, or past their time",
        tags,
        querystring: DocumentsQuery,
        response: { 200: Type.Array(ListedDocument, { maxItems: 1_000 }) },
      },
    },
    async ({ context, query }, reply) =>
      sendPage(reply, ListedDocument, await listRetainedDocuments(context, query)),
  );

  app.get(
    path,
    {
      config: { access: "wholeFirm", callers: ["operator"], errors: [retentionErrors.notFound] },
      schema: {
        operationId: "getDocumentHold",
        summary: "Get how long a document is retained, and its holds",
        tags,
        params: DocumentPath,
        response: { 200: RetainedDocument },
      },
    },
    async ({ context, params }) => getDocumentHold(context, params.documentoid),
  );

  app.put(
    path,
    {
      config: {
        access: "wholeFirm",
        callers: ["operator"],
        errors: [retentionErrors.notFound],
      },
      schema: {
        operationId: "setDocumentHold",
        summary: "Place a legal hold on a document, or lift it",
        tags,
        params: DocumentPath,
        body: DocumentHold,
        response: { 200: Located },
      },
    },
    async ({ context, params, body }, reply) => {
      await setDocumentHold(context, params.documentoid, body);
      return updated(reply, `/restapi/documents/${params.documentoid}/hold`);
    },
  );
}
