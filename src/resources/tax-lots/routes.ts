// The request for reported tax lots. (interface 4.8)
import type { FastifyReply } from "fastify";
import Type from "typebox";
import type { App } from "../../platform/frame.ts";
import { listReportedTaxLots } from "./list-reported-tax-lots.ts";
import { rulesOfRequest } from "./rules.ts";
import { ReportedTaxLots, TaxYearQuery } from "./schema.ts";

const AccountPath = Type.Object({ accountnumber: Type.String({ examples: ["RA00000001"] }) });

/** Registers the request for reported tax lots. */
export async function taxLotRoutes(app: App): Promise<void> {
  app.get(
    "/restapi/accounts/:accountnumber/reportedtaxlots",
    {
      config: {
        access: "account",
        callers: ["institutional", "issuing", "operator", "client"],
        rules: rulesOfRequest,
        tagged: true,
      },
      schema: {
        operationId: "listReportedTaxLots",
        summary: "Get all reported closed tax lots",
        tags: ["Tax lots"],
        params: AccountPath,
        querystring: TaxYearQuery,
        response: { 200: ReportedTaxLots },
      },
    },
    async (request, reply) => {
      const { accountnumber } = request.params;
      const { taxyear } = request.query;
      const body = await listReportedTaxLots(request.context, accountnumber, taxyear);
      return answered(reply, "application/json", body);
    },
  );
}

/** Sends a text that is ready as it is. */
function answered(reply: FastifyReply, type: string, text: string): FastifyReply {
  return reply.type(`${type}; charset=utf-8`).send(text);
}
