// A household as it is returned.
import type { HouseholdRow, MembershipRow } from "./queries.ts";
import type { Household } from "./schema.ts";

/** A household with these accounts, and the owners of those of today. */
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
