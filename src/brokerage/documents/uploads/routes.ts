// The requests for documents that are sent to the service. (docs/documents.md)

import type { FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../../../platform/http/frame.ts";
import {
  dispositionOf,
  entityTag,
  fileContent,
  Located,
  updated,
} from "../../../platform/http/pipeline/response.ts";
import { Type } from "../../../values/type.ts";
import { AccountPath } from "../../clients-and-accounts/accounts/reads.ts";
import { MemberPath } from "../../clients-and-accounts/members/reads.ts";
import { documentErrors } from "../vault/reads.ts";
import { uploadErrors } from "./errors.ts";
import { getAccountUpload } from "./get-account-upload.ts";
import { getMemberUpload } from "./get-member-upload.ts";
import { listAccountUploads } from "./list-account-uploads.ts";
import { listMemberUploads } from "./list-member-uploads.ts";
import { rulesOfUpload } from "./rules.ts";
import { AccountUpload, MemberUpload, UploadedDocument, uploadBodyLimit } from "./schema.ts";
import { uploadAccountDocument } from "./upload-account-document.ts";
import type { UploadContent } from "./upload-content.ts";
import { uploadMemberDocument } from "./upload-member-document.ts";

const documentoid = Type.String({ examples: ["4701"] });
const ofAccount = "/restapi/accounts/:accountnumber/uploads";
const ofMember = "/restapi/members/:loginid/uploads";
const tags = [
  {
    name: "Documents",
    description: "Statements, bills, tax papers, and documents that were sent.",
  },
];
const senders = ["institutional", "operator", "client"] as const;
const { notFound, bytes } = uploadErrors;

/** Registers the requests for uploads. */
export async function uploadRoutes(app: App): Promise<void> {
  uploadsOfAccounts(app);
  uploadsOfMembers(app);
}

function uploadsOfAccounts(app: App): void {
  app.post(
    ofAccount,
    {
      bodyLimit: uploadBodyLimit,
      config: {
        access: "account",
        right: "owner",
        callers: senders,
        rules: rulesOfUpload,
        errors: [bytes],
      },
      schema: {
        operationId: "uploadAccountDocument",
        summary: "Send a document of an account",
        tags,
        params: AccountPath,
        body: AccountUpload,
        response: { 200: Located },
      },
    },
    async (request, reply) => {
      const { accountnumber } = request.params;
      const most = app.frame.storedBytesOfFirm;
      const id = await uploadAccountDocument(request.context, accountnumber, request.body, most);
      return updated(reply, `/restapi/accounts/${accountnumber}/uploads/${id}`);
    },
  );

  app.get(
    ofAccount,
    {
      config: { access: "account", right: "papers", callers: senders },
      schema: {
        operationId: "listAccountUploads",
        summary: "List the documents that were sent of an account",
        tags,
        params: AccountPath,
        response: { 200: Type.Array(UploadedDocument) },
      },
    },
    async ({ context, params }) => listAccountUploads(context, params.accountnumber),
  );

  app.get(
    `${ofAccount}/:documentoid`,
    {
      config: {
        access: "account",
        right: "papers",
        callers: senders,
        etag: true,
        responseHeaders: ["Content-Disposition"],
        errors: [notFound, documentErrors.altered],
      },
      schema: {
        operationId: "getAccountUpload",
        summary: "Get the bytes of a document that was sent of an account",
        tags,
        params: Type.Object({ ...AccountPath.properties, documentoid }),
        response: { 200: { content: fileContent("application/pdf") } },
      },
    },
    async (request, reply) => {
      const { accountnumber, documentoid: oid } = request.params;
      return sendBytes(request, reply, await getAccountUpload(request.context, accountnumber, oid));
    },
  );
}

function uploadsOfMembers(app: App): void {
  app.post(
    ofMember,
    {
      bodyLimit: uploadBodyLimit,
      config: {
        access: "member",
        callers: senders,
        rules: rulesOfUpload,
        errors: [bytes],
      },
      schema: {
        operationId: "uploadMemberDocument",
        summary: "Send a document of a member",
        tags,
        params: MemberPath,
        body: MemberUpload,
        response: { 200: Located },
      },
    },
    async (request, reply) => {
      const { loginid } = request.params;
      const most = app.frame.storedBytesOfFirm;
      const id = await uploadMemberDocument(request.context, loginid, request.body, most);
      return updated(reply, `/restapi/members/${encodeURIComponent(loginid)}/uploads/${id}`);
    },
  );

  app.get(
    ofMember,
    {
      config: { access: "member", callers: senders },
      schema: {
        operationId: "listMemberUploads",
        summary: "List the documents that were sent of a member",
        tags,
        params: MemberPath,
        response: { 200: Type.Array(UploadedDocument) },
      },
    },
    async ({ context, params }) => listMemberUploads(context, params.loginid),
  );

  app.get(
    `${ofMember}/:documentoid`,
    {
      config: {
        access: "member",
        callers: senders,
        etag: true,
        responseHeaders: ["Content-Disposition"],
        errors: [notFound, documentErrors.altered],
      },
      schema: {
        operationId: "getMemberUpload",
        summary: "Get the bytes of a document that was sent of a member",
        tags,
        params: Type.Object({
          ...MemberPath.properties,
          documentoid: Type.String({ examples: ["4702"] }),
        }),
        response: {
          200: { content: fileContent("application/pdf", "image/jpeg", "image/png") },
        },
      },
    },
    async (request, reply) => {
      const { loginid, documentoid: oid } = request.params;
      return sendBytes(request, reply, await getMemberUpload(request.context, loginid, oid));
    },
  );
}

/** Sends a document to be saved: one that a browser showed in its own page could act in its name. */
function sendBytes(
  request: FastifyRequest,
  reply: FastifyReply,
  { name, mediaType, sha256, content }: UploadContent,
): FastifyReply {
  return reply
    .header("Content-Disposition", dispositionOf(name))
    .header("ETag", entityTag(request, sha256))
    .type(mediaType)
    .send(content);
}
