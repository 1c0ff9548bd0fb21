// Renaming a household, and saying which accounts are in it from now on.
import { isId } from "@bursar/values/ids";
import type { Context } from "../../../platform/change/context.ts";
import { write } from "../../../platform/change/write.ts";
import { forbidden } from "../../../values/problem.ts";
import { judgeMemberships, storedHousehold, storeMemberships } from "./change-memberships.ts";
import { refusedByStore } from "./create-household.ts";
import { updateHouseholdEntry } from "./entries.ts";
import { householdUpdated } from "./events.ts";
import { lockHousehold, selectMemberships, updateName } from "./queries.ts";
import type { HouseholdUpdate } from "./schema.ts";

/** Changes a household of the caller's firm; what the request leaves out stays. */
export async function updateHousehold(
  ctx: Context,
  householdOid: string,
  request: HouseholdUpdate,
): Promise<void> {
  await write(
    ctx,
    updateHouseholdEntry,
    async (tx) => {
      const firmOid = ctx.caller.firm.oid;
      const known = isId(householdOid) ? await lockHousehold(tx, householdOid, firmOid) : undefined;
      if (known === undefined) throw forbidden();
      const stored = await selectMemberships(tx, [known.householdOid]);
      const household = { ...known, name: request.name ?? known.name };
      const memberships = await judgeMemberships(tx, ctx, household, request, stored);
      storeMemberships(tx, memberships);
      if (household.name !== known.name) updateName(tx, known.householdOid, household.name);
      const before = storedHousehold(known, stored);
      const after = storedHousehold(household, memberships.rows);
      const fields = changedFields(before.household, after.household);
      const events = fields.length === 0 ? [] : [householdUpdated({ householdOid, fields })];
      return { value: null, audit: [{ subject: `firm:${firmOid}`, before, after, events }] };
    },
    { refusals: refusedByStore },
  );
}

function changedFields<Fields extends object>(before: Fields, after: Fields): string[] {
  const names = Object.keys(after) as (keyof Fields & string)[];
  return names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
}
