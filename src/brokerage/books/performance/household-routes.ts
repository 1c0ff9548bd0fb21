// The requests for the performance of a household. (docs/households.md)
import type { App } from "../../../platform/http/frame.ts";
import { sendText } from "../../../platform/http/pipeline/response.ts";
import { householdPath } from "../../clients-and-accounts/households/reads.ts";
import { getHouseholdPerformanceSummary } from "./get-household-performance-summary.ts";
import { getHouseholdUnitValues } from "./get-household-unit-values.ts";
import { Series, SeriesQuery, Summary } from "./schema.ts";

const path = "/restapi/households/:householdoid/performance";
const tags = ["Households"];
const config = { access: "household", callers: ["institutional", "operator", "client"] } as const;

/** Registers the requests for the performance of households. */
export async function householdPerformanceRoutes(app: App): Promise<void> {
  app.get(
    `${path}/unitvalues`,
    {
      config,
      schema: {
        operationId: "getHouseholdUnitValues",
        summary: "Get household performance unit values",
        tags,
        params: householdPath,
        querystring: SeriesQuery,
        response: { 200: Series },
      },
    },
    async ({ context, params, query }, reply) => {
      const body = await getHouseholdUnitValues(context, params.householdoid, query);
      return sendText(reply, "application/json", body);
    },
  );

  app.get(
    `${path}/summary`,
    {
      config,
      schema: {
        operationId: "getHouseholdPerformanceSummary",
        summary: "Get a summary of household performance over a range",
        tags,
        params: householdPath,
        querystring: SeriesQuery,
        response: { 200: Summary },
      },
    },
    async ({ context, params, query }) =>
      getHouseholdPerformanceSummary(context, params.householdoid, query),
  );
}
