// The requests for verifications.

import type { App } from "../../../platform/http/frame.ts";
import {
  created,
  Located,
  linkTo,
  sendSeeOther,
  sendText,
  updated,
} from "../../../platform/http/pipeline/response.ts";
import { Type } from "../../../values/type.ts";
import { MemberPath, memberPath } from "../members/reads.ts";
import { verificationErrors } from "./errors.ts";
import { getVerificationStatus } from "./get-verification-status.ts";
import { reverifyMember } from "./reverify-member.ts";
import { NewVerification, VerificationUpdate } from "./schema.ts";
import { updateVerification } from "./update-verification.ts";

const path = "/restapi/members/:loginid/verifications";
const FailedPath = memberPath("gina.moss");

const pathOf = (loginId: string) => `/restapi/members/${encodeURIComponent(loginId)}/verifications`;

/** Registers the requests for verifications. */
export async function verificationRoutes(app: App): Promise<void> {
  readOfStatus(app);
  changesOfStatus(app);
}

function readOfStatus(app: App): void {
  app.get(
    path,
    {
      config: {
        access: "member",
        callers: ["institutional", "issuing", "operator", "client"],
      },
      schema: {
        operationId: "getVerificationStatus",
        summary: "Get whether a member's identity is verified",
        tags: ["Members"],
        params: MemberPath,
        response: { 200: { content: { "text/plain": { schema: Type.String() } } } },
      },
    },
    async (request, reply) => {
      const { loginid } = request.params;
      const status = await getVerificationStatus(request.context, loginid);
      const path = pathOf(loginid);
      if (status === "FAILED") {
        reply.header("Link", linkTo(request, { path, title: "reverifyMember", does: "creation" }));
      }
      if (status === "PENDING_NEW") {
        reply.header(
          "Link",
          linkTo(request, { path, title: "getVerificationStatus", does: "read" }),
        );
      }
      return sendText(reply, "text/plain", status);
    },
  );
}

function changesOfStatus(app: App): void {
  app.post(
    path,
    {
      config: { access: "member", callers: ["institutional"] },
      schema: {
        operationId: "reverifyMember",
        summary: "Have a member verified again",
        tags: ["Members"],
        params: FailedPath,
        body: NewVerification,
        response: { 201: Located, 303: Located },
      },
    },
    async (request, reply) => {
      const { loginid } = request.params;
      const isPending = await reverifyMember(request.context, loginid);
      return isPending ? created(reply, pathOf(loginid)) : sendSeeOther(reply, pathOf(loginid));
    },
  );

  app.put(
    path,
    {
      config: {
        access: "member",
        callers: ["operator"],
        errors: [verificationErrors.comment, verificationErrors.status],
      },
      schema: {
        operationId: "updateVerification",
        summary: "Record whether a member's identity is verified",
        tags: ["Members"],
        params: FailedPath,
        body: VerificationUpdate,
        response: { 200: Located },
      },
    },
    async (request, reply) => {
      const { loginid } = request.params;
      await updateVerification(request.context, loginid, request.body);
      return updated(reply, pathOf(loginid));
    },
  );
}
