// The requests for verified accreditation.

import type { App } from "../../../platform/http/frame.ts";
import { Located, updated } from "../../../platform/http/pipeline/response.ts";
import { valueErrors } from "../../../values/errors.ts";
import { MemberPath } from "../members/reads.ts";
import { accreditationErrors } from "./errors.ts";
import { getAccreditation } from "./get-accreditation.ts";
import { recordAccreditation } from "./record-accreditation.ts";
import { rulesOfAccreditation } from "./rules.ts";
import { Accreditation, NewAccreditation } from "./schema.ts";

const path = "/restapi/verifiedaccreditation/members/:loginid";

const { notFound, ...ofRecord } = accreditationErrors;

/** Registers the requests for verified accreditation. */
export async function accreditationRoutes(app: App): Promise<void> {
  app.get(
    path,
    {
      config: {
        access: "member",
        callers: ["institutional", "issuing", "operator", "client"],
        errors: [notFound],
      },
      schema: {
        operationId: "getAccreditation",
        summary: "Get what was verified of a member's accreditation",
        tags: ["Members"],
        params: MemberPath,
        response: { 200: Accreditation },
      },
    },
    async ({ context, params }) => getAccreditation(context, params.loginid),
  );

  app.put(
    path,
    {
      config: {
        access: "member",
        callers: ["institutional", "operator"],
        rules: rulesOfAccreditation,
        errors: [...Object.values(ofRecord), valueErrors.uriMatching],
      },
      schema: {
        operationId: "recordAccreditation",
        summary: "Record what was verified of a member's accreditation",
        tags: ["Members"],
        params: MemberPath,
        body: NewAccreditation,
        response: { 200: Located },
      },
    },
    async (request, reply) => {
      const { loginid } = request.params;
      await recordAccreditation(request.context, loginid, request.body);
      const address = `/restapi/verifiedaccreditation/members/${encodeURIComponent(loginid)}`;
      return updated(reply, address);
    },
  );
}
