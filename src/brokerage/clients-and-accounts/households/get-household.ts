// Reading a household.
import type { Context } from "../../../platform/change/context.ts";
import { isForFirm } from "../../../platform/change/context.ts";
import { householdInView } from "./household-accounts.ts";
import { type HouseholdRow, type MembershipRow, selectOwnersOf } from "./queries.ts";
import type { Household } from "./schema.ts";

/** Returns a household; a client sees the accounts of today alone. */
export async function getHousehold(ctx: Context, householdOid: string): Promise<Household> {
  const household = await householdInView(ctx, householdOid, "summary");
  const { memberships, today } = household;
  const owners = await selectOwnersOf(ctx.db, today);
  const shown = isForFirm(ctx.caller)
    ? memberships
    : memberships.filter(({ accountNumber }) => today.includes(accountNumber));
  return encodeHousehold(household, shown, owners);
}

/** A household as it is answered. */
export function encodeHousehold(
  { householdOid, firmOid, name }: HouseholdRow,
  memberships: readonly MembershipRow[],
  owners: readonly { readonly loginId: string }[],
): Household {
  return {
    householdOid,
    firmOid,
    name,
    members: [...new Set(owners.map(({ loginId }) => loginId))],
    accounts: memberships.map(({ accountNumber, from, to }) => ({ accountNumber, from, to })),
  };
}
