// The requests that update members and firms, with their effects on accounts.

import type { Id } from "@bursar/values/ids";
import type { App } from "../../../platform/http/frame.ts";
import { Located, updated } from "../../../platform/http/pipeline/response.ts";
import { valueErrors } from "../../../values/errors.ts";
import { accountErrors } from "../accounts/reads.ts";
import { rulesOfFirmUpdate } from "../firms/changes.ts";
import { FirmUpdate, firmErrors, firmPath } from "../firms/reads.ts";
import { rulesOfMemberUpdate } from "../members/changes.ts";
import { MemberPath, MemberUpdate, memberErrors } from "../members/reads.ts";
import { updateFirm } from "./update-firm.ts";
import { updateMember } from "./update-member.ts";

/** Registers the requests that update members and firms. */
export async function profileRoutes(app: App): Promise<void> {
  updateOfMember(app);
  updateOfFirm(app);
}

function updateOfMember(app: App): void {
  app.put(
    "/restapi/members/:loginid",
    {
      config: {
        access: "member",
        callers: ["institutional", "operator"],
        rules: rulesOfMemberUpdate,
        changes: "/restapi/members/:loginid",
        errors: [
          valueErrors.uriMatching,
          memberErrors.notUpdateable,
          memberErrors.poBox,
          memberErrors.staffAddress,
          memberErrors.telephone,
          memberErrors.ownCompanies,
        ],
      },
      schema: {
        operationId: "updateMember",
        summary: "Update a member",
        tags: ["Members"],
        params: MemberPath,
        body: MemberUpdate,
        response: { 200: Located },
      },
    },
    async (request, reply) => {
      const { loginid: loginId } = request.params;
      await updateMember(request.context, loginId, request.body);
      return updated(reply, `/restapi/members/${encodeURIComponent(loginId)}`);
    },
  );
}

function updateOfFirm(app: App): void {
  app.put(
    "/restapi/firms/:firmid",
    {
      config: {
        access: "namedFirm",
        callers: ["institutional", "operator"],
        rules: rulesOfFirmUpdate,
        errors: [
          valueErrors.uriMatching,
          firmErrors.notUpdateable,
          firmErrors.poBox,
          firmErrors.operator,
          firmErrors.representative,
          accountErrors.uniqueName,
        ],
      },
      schema: {
        operationId: "updateFirm",
        summary: "Update a corporate firm",
        tags: ["Firms"],
        params: firmPath("1006"),
        body: FirmUpdate,
        response: { 200: Located },
      },
    },
    async ({ context, params, body }, reply) => {
      await updateFirm(context, params.firmid as Id, body);
      return updated(reply, `/restapi/firms/${params.firmid}`);
    },
  );
}
