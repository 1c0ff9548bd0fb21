// The requests for transfers. (interface 4.6)
import Type from "typebox";
import { answered } from "../../platform/http/answer.ts";
import type { App } from "../../platform/http/frame.ts";
import { listTransfers } from "./list-transfers.ts";
import { Transfer } from "./schema.ts";

const AccountPath = Type.Object({ accountnumber: Type.String({ examples: ["RA00000006"] }) });

/** Registers the requests for transfers. */
export async function transferRoutes(app: App): Promise<void> {
  app.get(
    "/restapi/accounts/:accountnumber/acatin",
    {
      config: {
        access: "account",
        callers: ["institutional", "issuing", "operator", "client"],
        answerHeaders: ["Content-Language"],
      },
      schema: {
        operationId: "listTransfers",
        summary: "Get all external account transfers",
        tags: ["Transfers"],
        params: AccountPath,
        response: { 200: Type.Array(Transfer) },
      },
    },
    async (request, reply) => {
      const found = await listTransfers(request.context, request.params.accountnumber);
      // Set only now, so that a refusal by the read has the same bytes as any other.
      reply.header("Content-Language", "en");
      return answered(reply, "application/json", found);
    },
  );
}
