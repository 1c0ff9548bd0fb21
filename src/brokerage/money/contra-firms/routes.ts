// The request for contra firms. (interface 4.6)

import type { App } from "../../../platform/http/frame.ts";
import { Type } from "../../../values/type.ts";
import { listContraFirms } from "./list-contra-firms.ts";
import { ContraFirm, ContraFirmsQuery } from "./schema.ts";

/** Registers the request for contra firms. */
export async function contraFirmRoutes(app: App): Promise<void> {
  app.get(
    "/restapi/utils/contrafirms",
    {
      config: { access: "firm", callers: ["institutional", "issuing", "operator", "client"] },
      schema: {
        operationId: "listContraFirms",
        summary: "Get the firms from which accounts can be transferred",
        tags: ["Transfers"],
        querystring: ContraFirmsQuery,
        response: { 200: Type.Array(ContraFirm) },
      },
    },
    async ({ context, query }) => listContraFirms(context, query.acateligible),
  );
}
