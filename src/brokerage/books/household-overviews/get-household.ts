// Reading a household.
import { newYorkDay } from "@bursar/values/dates";
import { type Context, isForFirm } from "../../../platform/change/context.ts";
import {
  encodeHousehold,
  type Household,
  type HouseholdQuery,
  householdInView,
  isIn,
  selectOwnersOf,
} from "../../clients-and-accounts/households/reads.ts";
import { accountOverviewsOf, overviewOf } from "./overviews.ts";

/** Returns a household; a client sees the accounts of today alone. */
export async function getHousehold(
  ctx: Context,
  householdOid: string,
  { overview }: HouseholdQuery,
): Promise<Household> {
  const found = await householdInView(ctx, householdOid, "summary");
  const { memberships, today } = found;
  const owners = await selectOwnersOf(ctx.db, today);
  const shown = isForFirm(ctx.caller)
    ? memberships
    : memberships.filter(({ accountNumber }) => today.includes(accountNumber));
  const household = encodeHousehold(found, shown, owners);
  if (!overview) return household;
  const on = newYorkDay(ctx.now);
  const overviews = await accountOverviewsOf(ctx.db, today);
  const accounts = household.accounts.map((account, at) => {
    const row = shown[at];
    const own = row && isIn(row, on) ? overviews.get(row.accountNumber) : undefined;
    return own === undefined ? account : { ...account, overview: own };
  });
  return { ...household, accounts, overview: await overviewOf(ctx.db, found, on) };
}
