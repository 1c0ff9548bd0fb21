// The requests that form and change households.
import type { App } from "../../../platform/http/frame.ts";
import { created, Located, updated } from "../../../platform/http/pipeline/response.ts";
import { createHousehold } from "./create-household.ts";
import { householdErrors } from "./errors.ts";
import { householdPath } from "./reads.ts";
import { rulesOfHousehold } from "./rules.ts";
import { HouseholdUpdate, NewHousehold } from "./schema.ts";
import { updateHousehold } from "./update-household.ts";

const path = "/restapi/households";
const tags = [
  {
    name: "Households",
    description: "Groups of accounts that are seen, measured and billed together.",
  },
];

/** Registers the requests that change households. */
export async function householdRoutes(app: App): Promise<void> {
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
