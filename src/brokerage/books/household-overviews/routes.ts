// The requests that read households, with what they are worth. (docs/households.md)

import type { App } from "../../../platform/http/frame.ts";
import { sendPage } from "../../../platform/http/pipeline/response.ts";
import { Type } from "../../../values/type.ts";
import {
  Household,
  HouseholdQuery,
  HouseholdsQuery,
  householdPath,
} from "../../clients-and-accounts/households/reads.ts";
import { getHousehold } from "./get-household.ts";
import { listHouseholds } from "./list-households.ts";

const path = "/restapi/households";
const tags = ["Households"];

/** Registers the requests that read households. */
export async function householdOverviewRoutes(app: App): Promise<void> {
  app.get(
    path,
    {
      config: {
        access: "wholeFirm",
        callers: ["institutional", "operator"],
        isLarge: ({ overview }) => overview === true,
      },
      schema: {
        operationId: "listHouseholds",
        summary: "List households",
        tags,
        querystring: HouseholdsQuery,
        response: { 200: Type.Array(Household, { maxItems: 100_000 }) },
      },
    },
    async ({ context, query }, reply) =>
      sendPage(reply, Household, await listHouseholds(context, query)),
  );

  app.get(
    `${path}/:householdoid`,
    {
      config: { access: "household", callers: ["institutional", "operator", "client"] },
      schema: {
        operationId: "getHousehold",
        summary: "Get a household",
        tags,
        params: householdPath,
        querystring: HouseholdQuery,
        response: { 200: Household },
      },
    },
    async ({ context, params, query }) => getHousehold(context, params.householdoid, query),
  );
}
