// The requests for cash deposits. (interface 4.10)
import Type from "typebox";
import type { App } from "../../platform/http/frame.ts";
import { cashDepositErrors } from "./errors.ts";
import { getExpressCheckInstructions } from "./get-express-check-instructions.ts";
import { CheckInstructions } from "./schema.ts";

const AccountPath = Type.Object({ accountnumber: Type.String({ examples: ["RA00000002"] }) });

/** Registers the requests for cash deposits. */
export async function cashDepositRoutes(app: App): Promise<void> {
  app.get(
    "/restapi/accounts/:accountnumber/cashtransfers/expresscheckinstructions",
    {
      config: {
        access: "account",
        callers: ["institutional", "issuing", "operator", "client"],
        errors: [cashDepositErrors.noAddress],
      },
      schema: {
        operationId: "getExpressCheckInstructions",
        summary: "Get overnight check deposit instructions",
        tags: ["Cash deposits"],
        params: AccountPath,
        response: { 200: CheckInstructions },
      },
    },
    async (request) => getExpressCheckInstructions(request.context, request.params.accountnumber),
  );
}
