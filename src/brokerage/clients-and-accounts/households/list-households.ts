// Listing the households of a firm.
import { newYorkDay } from "@bursar/values/dates";
import type { Context } from "../../../platform/change/context.ts";
import { viewingFirm } from "./access.ts";
import { encodeHousehold } from "./get-household.ts";
import { isIn, isVoid } from "./memberships.ts";
import { selectHouseholds, selectMemberships, selectOwnersOf } from "./queries.ts";
import type { Household } from "./schema.ts";

/** The households of the caller's firm by name, for the operator those of all firms. */
export async function listHouseholds({ db, caller, now }: Context): Promise<Household[]> {
  const households = await selectHouseholds(db, viewingFirm(caller));
  const oids = households.map(({ householdOid }) => householdOid);
  const rows = (await selectMemberships(db, oids)).filter((row) => !isVoid(row));
  const today = newYorkDay(now);
  const running = rows.filter((row) => isIn(row, today));
  const owners = await selectOwnersOf(
    db,
    running.map(({ accountNumber }) => accountNumber),
  );
  const householdOf = new Map<string, string>(
    running.map(({ accountNumber, householdOid }) => [accountNumber, householdOid]),
  );
  const rowsOf = Map.groupBy(rows, ({ householdOid }) => householdOid);
  const ownersOf = Map.groupBy(owners, ({ accountNumber }) => householdOf.get(accountNumber));
  return households.map((household) => {
    const { householdOid } = household;
    const own = rowsOf.get(householdOid) ?? [];
    return encodeHousehold(household, own, ownersOf.get(householdOid) ?? []);
  });
}
