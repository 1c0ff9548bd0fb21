// Storing which accounts are in a household, for the requests that form and change one.
import { newYorkDay } from "@bursar/values/dates";
import { isAccountNumber } from "@bursar/values/ids";
import type { Context } from "../../../platform/change/context.ts";
import type { Tx } from "../../../platform/store/db.ts";
import { refuseFor } from "../../../values/problem.ts";
import { lockAccount } from "../accounts/changes.ts";
import { accountsInView } from "../accounts/reads.ts";
import { changedMemberships } from "./memberships.ts";
import {
  type HouseholdRow,
  type MembershipRow,
  selectIsNameTaken,
  selectMembershipsOf,
  storeMembership,
} from "./queries.ts";
import { problemsWithHousehold } from "./rules.ts";
import type { HouseholdUpdate } from "./schema.ts";

/** The rows of a household as a request leaves them, and those among them that it changes. */
export interface ChangedMemberships {
  readonly rows: readonly MembershipRow[];
  readonly changed: readonly MembershipRow[];
}

/** Judges the name and the accounts of a household. Accounts are locked in order of number, so that of two
 * households one has an account. */
export async function judgeMemberships(
  tx: Tx,
  ctx: Context,
  household: HouseholdRow,
  { accounts }: HouseholdUpdate,
  stored: readonly MembershipRow[],
): Promise<ChangedMemberships> {
  const { householdOid } = household;
  const asked = { householdOid, stored, today: newYorkDay(ctx.now) };
  const changed = accounts === undefined ? [] : changedMemberships(accounts, asked);
  const numbers = changed.map(({ accountNumber }) => accountNumber).filter(isAccountNumber);
  for (const number of numbers.toSorted()) lockAccount(tx, number);
  const ofFirm = await accountsInView(tx, ctx.caller, numbers, "summary");
  const isReplaced = (row: MembershipRow) => changed.some((each) => isSameRow(each, row));
  const others = (await selectMembershipsOf(tx, numbers)).filter((row) => !isReplaced(row));
  const isNameTaken = await selectIsNameTaken(tx, household);
  refuseFor(problemsWithHousehold(changed, { isNameTaken, ofFirm, others }));
  const unchanged = stored.filter((row) => !isReplaced(row));
  return { rows: [...unchanged, ...changed].toSorted(byNumberAndDay), changed };
}

/** Stores the rows that have changed: what ends first, since an account is open in one household alone. */
export function storeMemberships(tx: Tx, { changed }: ChangedMemberships): void {
  for (const row of changed.filter(({ to }) => to !== null)) storeMembership(tx, row);
  for (const row of changed.filter(({ to }) => to === null)) storeMembership(tx, row);
}

function isSameRow(a: MembershipRow, b: MembershipRow): boolean {
  const isSameAccount = a.accountNumber === b.accountNumber && a.from === b.from;
  return isSameAccount && a.householdOid === b.householdOid;
}

function byNumberAndDay(a: MembershipRow, b: MembershipRow): number {
  return `${a.accountNumber} ${a.from}` < `${b.accountNumber} ${b.from}` ? -1 : 1;
}

/** A household as its audit entry has it. */
export function storedHousehold(household: HouseholdRow, rows: readonly MembershipRow[]) {
  const { householdOid, name } = household;
  const accounts = rows.map(({ accountNumber, from, to }) => ({ accountNumber, from, to }));
  return { household: { householdOid, name, accounts } };
}
