// The requests for corporate actions. (interface 4.7)
import Type from "typebox";
import { answered } from "../../platform/http/answer.ts";
import type { App } from "../../platform/http/frame.ts";
import { listCorporateActions } from "./list-corporate-actions.ts";
import { CorporateAction } from "./schema.ts";

const AccountPath = Type.Object({ accountnumber: Type.String({ examples: ["RA00000006"] }) });

/** Registers the requests for corporate actions. */
export async function corporateActionRoutes(app: App): Promise<void> {
  app.get(
    "/restapi/accounts/:accountnumber/corporateactions",
    {
      config: { access: "account", callers: ["institutional", "issuing", "operator", "client"] },
      schema: {
        operationId: "listCorporateActions",
        summary: "Get all corporate actions",
        tags: ["Corporate actions"],
        params: AccountPath,
        response: { 200: Type.Array(CorporateAction) },
      },
    },
    async (request, reply) => {
      const found = await listCorporateActions(request.context, request.params.accountnumber);
      return answered(reply, "application/json", found);
    },
  );
}
