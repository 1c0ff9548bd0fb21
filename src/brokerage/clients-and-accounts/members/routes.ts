// The requests for members.

import type { App } from "../../../platform/http/frame.ts";
import { created, Located } from "../../../platform/http/pipeline/response.ts";
import { createMember } from "./create-member.ts";
import { memberErrors } from "./errors.ts";
import { getMember } from "./get-member.ts";
import { getMemberOverview } from "./get-member-overview.ts";
import { MemberOverview } from "./overview-schema.ts";
import { MemberPath } from "./paths.ts";
import { rulesOfNewMember } from "./rules.ts";
import { Member, NewMember } from "./schema.ts";

const tags = [{ name: "Members", description: "Clients and staff of firms." }];

const {
  citizenship: _wire,
  notUpdateable: _ofUpdate,
  staffAddress: _ofStaff,
  ...ofNewMember
} = memberErrors;

/** Registers the requests for members. */
export async function memberRoutes(app: App): Promise<void> {
  app.post(
    "/restapi/members",
    {
      config: {
        callers: ["institutional", "operator"],
        rules: rulesOfNewMember,
        errors: Object.values(ofNewMember),
      },
      schema: {
        operationId: "createMember",
        summary: "Add a member",
        tags,
        body: NewMember,
        response: { 201: Located },
      },
    },
    async (request, reply) => {
      const loginId = await createMember(request.context, request.body);
      return created(reply, addressOf(loginId));
    },
  );

  app.get(
    "/restapi/members/:loginid",
    {
      config: {
        access: "member",
        callers: ["institutional", "issuing", "operator", "client"],
        etag: "record",
      },
      schema: {
        operationId: "getMember",
        summary: "Get a member",
        tags,
        params: MemberPath,
        response: { 200: Member },
      },
    },
    async ({ context, params }) => getMember(context, params.loginid),
  );

  app.get(
    "/restapi/members/:loginid/overview",
    {
      config: {
        access: "member",
        callers: ["institutional", "operator", "client"],
        isLarge: () => true,
      },
      schema: {
        operationId: "getMemberOverview",
        summary: "Get what a member has in all accounts together",
        tags,
        params: MemberPath,
        response: { 200: MemberOverview },
      },
    },
    async ({ context, params }) =>
      getMemberOverview(context, params.loginid, app.frame.access.member),
  );
}

function addressOf(loginId: string): string {
  return `/restapi/members/${encodeURIComponent(loginId)}`;
}
