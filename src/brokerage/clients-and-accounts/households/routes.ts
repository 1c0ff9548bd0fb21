// The requests for households.
import Type from "typebox";
import type { App } from "../../../platform/http/frame.ts";
import { created, Located, sendList, updated } from "../../../platform/http/pipeline/response.ts";
import { createHousehold } from "./create-household.ts";
import { householdErrors } from "./errors.ts";
import { getHousehold } from "./get-household.ts";
import { listHouseholds } from "./list-households.ts";
import { householdPath } from "./reads.ts";
import { rulesOfHousehold } from "./rules.ts";
import { Household, HouseholdUpdate, NewHousehold } from "./schema.ts";
import { updateHousehold } from "./update-household.ts";

const path = "/restapi/households";
const tags = [
  {
    name: "Households",
    description: "Groups of accounts that are seen, measured and billed together.",
  },
];

/** Registers the requests for households. */
export async function householdRoutes(app: App): Promise<void> {
  readsOfHouseholds(app);
  changesOfHouseholds(app);
}

function readsOfHouseholds(app: App): void {
  app.get(
    path,
    {
      config: { access: "wholeFirm", callers: ["institutional", "operator"] },
      schema: {
        operationId: "listHouseholds",
        summary: "List households",
        tags,
        response: { 200: Type.Array(Household, { maxItems: 100_000 }) },
      },
    },
    async ({ context }, reply) => sendList(reply, Household, await listHouseholds(context)),
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
        response: { 200: Household },
      },
    },
    async ({ context, params }) => getHousehold(context, params.householdoid),
  );
}

function changesOfHouseholds(app: App): void {
  app.post(
    path,
    {
      config: {
        access: "wholeFirm",
        callers: ["institutional"],
        rules: rulesOfHousehold,
        errors: [householdErrors.to, householdErrors.unique, householdErrors.account],
      },
      schema: {
        operationId: "createHousehold",
        summary: "Form a household",
        tags,
        body: NewHousehold,
        response: { 201: Located },
      },
    },
    async ({ context, body }, reply) =>
      created(reply, `${path}/${await createHousehold(context, body)}`),
  );

  app.put(
    `${path}/:householdoid`,
    {
      config: {
        access: "managedHousehold",
        callers: ["institutional"],
        rules: rulesOfHousehold,
        errors: [householdErrors.to, householdErrors.unique, householdErrors.account],
      },
      schema: {
        operationId: "updateHousehold",
        summary: "Change a household",
        tags,
        params: householdPath,
        body: HouseholdUpdate,
        response: { 200: Located },
      },
    },
    async ({ context, params, body }, reply) => {
      await updateHousehold(context, params.householdoid, body);
      return updated(reply, `${path}/${params.householdoid}`);
    },
  );
}
