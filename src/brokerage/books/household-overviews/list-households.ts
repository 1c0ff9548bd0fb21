// Listing the households of a firm.
import { earliestDay, newYorkDay } from "@bursar/values/dates";
import { compare, type Decimal } from "@bursar/values/decimal";
import { type Context, viewingFirm } from "../../../platform/change/context.ts";
import { type Page, pageOf } from "../../../values/page.ts";
import {
  encodeHousehold,
  type Household,
  type HouseholdsQuery,
  isIn,
  isVoid,
  selectHouseholds,
  selectMemberships,
  selectOwnersOf,
} from "../../clients-and-accounts/households/reads.ts";
import { overviewOf } from "./overviews.ts";

/** How many households are returned with figures at the most, whatever the request says: each reads whole series. */
const mostOverviews = "25" as Decimal;

/** The households of the caller's firm by name, for the operator those of all firms. Without a limit the list
 * is whole. */
export async function listHouseholds(
  { db, caller, now }: Pick<Context, "db" | "caller" | "now">,
  { search, after, overview, ...query }: HouseholdsQuery,
): Promise<Page<Household>> {
  const isTooLong = query.limit === undefined || compare(query.limit, mostOverviews) > 0;
  const limit = overview && isTooLong ? mostOverviews : query.limit;
  const found = await selectHouseholds(db, viewingFirm(caller), { search, after, limit });
  const { shown, last } = pageOf(found, limit);
  const oids = shown.map(({ householdOid }) => householdOid);
  const rows = (await selectMemberships(db, oids)).filter((row) => !isVoid(row));
  const today = newYorkDay(now);
  const running = rows.filter((row) => isIn(row, today));
  const numbers = running.map(({ accountNumber }) => accountNumber);
  const owners = await selectOwnersOf(db, numbers);
  const householdOf = new Map<string, string>(
    running.map(({ accountNumber, householdOid }) => [accountNumber, householdOid]),
  );
  const rowsOf = Map.groupBy(rows, ({ householdOid }) => householdOid);
  const ownersOf = Map.groupBy(owners, ({ accountNumber }) => householdOf.get(accountNumber));
  const entries: Household[] = [];
  for (const household of shown) {
    const { householdOid } = household;
    const memberships = rowsOf.get(householdOid) ?? [];
    const encoded = encodeHousehold(household, memberships, ownersOf.get(householdOid) ?? []);
    const series = { memberships, since: earliestDay };
    entries.push(
      overview ? { ...encoded, overview: await overviewOf(db, series, today) } : encoded,
    );
  }
  return { entries, next: last?.householdOid };
}
