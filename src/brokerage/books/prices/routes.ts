// The request for a closing price. (interface 4.21)

import type { Day } from "@bursar/values/dates";
import type { App } from "../../../platform/http/frame.ts";
import { Located, updated } from "../../../platform/http/pipeline/response.ts";
import { securityErrors } from "../../../reference/securities/errors.ts";
import { valueErrors } from "../../../values/errors.ts";
import { Type } from "../../../values/type.ts";
import { rulesOfClose } from "./rules.ts";
import { NewClose } from "./schema.ts";
import { setPrice } from "./set-price.ts";

const ClosePath = Type.Object({
  securityid: Type.String({ examples: ["601"] }),
  date: Type.String({ examples: ["2026-02-27"] }),
});

/** Registers the request for a closing price. */
export async function priceRoutes(app: App): Promise<void> {
  app.put(
    "/restapi/securities/:securityid/prices/:date",
    {
      config: {
        callers: ["operator"],
        rules: rulesOfClose,
        errors: [valueErrors.date, securityErrors.notFound],
      },
      schema: {
        operationId: "setPrice",
        summary: "Set a closing price",
        tags: ["Positions"],
        params: ClosePath,
        body: NewClose,
        response: { 200: Located },
      },
    },
    async ({ context, params, body }, reply) => {
      const { securityid: securityId, date } = params;
      await setPrice(context, { securityId, date: date as Day }, body.close);
      const closes = `/restapi/securities/${encodeURIComponent(securityId)}/prices`;
      return updated(reply, `${closes}?daterange=${date},${date}`);
    },
  );
}
