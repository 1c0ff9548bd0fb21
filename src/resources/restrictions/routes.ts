// The requests for restrictions. (interface 4.11)
import Type from "typebox";
import { created, Located } from "../../platform/http/answer.ts";
import type { App } from "../../platform/http/frame.ts";
import { createRestriction } from "./create-restriction.ts";
import { restrictionErrors } from "./errors.ts";
import { getRestriction } from "./get-restriction.ts";
import { rulesOfRequest } from "./rules.ts";
import { NewRestriction, Restriction } from "./schema.ts";

const AccountPath = Type.Object({ accountnumber: Type.String({ examples: ["RA00000001"] }) });
const RestrictionPath = Type.Object({
  accountnumber: Type.String({ examples: ["RA00000006"] }),
  restrictionid: Type.String({ examples: ["4001"] }),
});

/** Registers the requests for restrictions. */
export async function restrictionRoutes(app: App): Promise<void> {
  app.post(
    "/restapi/accounts/:accountnumber/restrictions",
    {
      config: {
        access: "account",
        callers: ["institutional", "operator"],
        rules: rulesOfRequest,
        errors: [restrictionErrors.reason, restrictionErrors.alreadyInForce],
      },
      schema: {
        operationId: "createRestriction",
        summary: "Create a restriction",
        tags: ["Restrictions"],
        params: AccountPath,
        body: NewRestriction,
        response: { 201: Located },
      },
    },
    async (request, reply) => {
      const account = request.params.accountnumber;
      const id = await createRestriction(request.context, account, request.body);
      return created(reply, `/restapi/accounts/${account}/restrictions/${id}`);
    },
  );

  app.get(
    "/restapi/accounts/:accountnumber/restrictions/:restrictionid",
    {
      config: {
        access: "account",
        callers: ["institutional", "issuing", "operator", "client"],
        errors: [restrictionErrors.notFound],
      },
      schema: {
        operationId: "getRestriction",
        summary: "Get a restriction",
        tags: ["Restrictions"],
        params: RestrictionPath,
        response: { 200: Restriction },
      },
    },
    async (request) => {
      const { accountnumber, restrictionid } = request.params;
      return getRestriction(request.context, accountnumber, restrictionid);
    },
  );
}
