// Forming a household.
import type { Id } from "@bursar/values/ids";
import type { Context } from "../../../platform/change/context.ts";
import { write } from "../../../platform/change/write.ts";
import { ruleProblem } from "../../../values/problem.ts";
import { judgeMemberships, storedHousehold, storeMemberships } from "./change-memberships.ts";
import { createHouseholdEntry } from "./entries.ts";
import { householdErrors } from "./errors.ts";
import { householdCreated } from "./events.ts";
import { insertHousehold } from "./queries.ts";
import type { NewHousehold } from "./schema.ts";

/** Forms a household of the caller's firm and returns its id. */
export async function createHousehold(ctx: Context, request: NewHousehold): Promise<Id> {
  return write(
    ctx,
    createHouseholdEntry,
    async (tx) => {
      const firmOid = ctx.caller.firm.oid;
      const household = { householdOid: ctx.newId(), firmOid, name: request.name };
      const memberships = await judgeMemberships(tx, ctx, household, request, []);
      insertHousehold(tx, household);
      storeMemberships(tx, memberships);
      const { householdOid } = household;
      const fields = Object.keys(request).toSorted();
      const events = [householdCreated({ householdOid, fields })];
      const after = storedHousehold(household, memberships.rows);
      return { value: householdOid, audit: [{ subject: `firm:${firmOid}`, after, events }] };
    },
    { refusals: refusedByStore },
  );
}

/** The rules that the store enforces as well. */
export const refusedByStore = {
  household_name_key: ruleProblem(householdErrors.unique),
  household_account_open_key: ruleProblem(householdErrors.account),
} as const;
