// The accounts of a household as a caller may see them: a client only where it has the right to each
// account that is in the household on the day.
import { addDays, type Day, earliestDay, newYorkDay } from "@bursar/values/dates";
import { type Id, isId } from "@bursar/values/ids";
import { type Context, isForFirm, viewingFirm } from "../../../platform/change/context.ts";
import type { Reader } from "../../../platform/store/db.ts";
import { forbidden } from "../../../values/problem.ts";
import type { Right } from "../../../values/rights.ts";
import { accountsInView } from "../accounts/reads.ts";
import { isIn, isVoid } from "./memberships.ts";
import {
  householdOfFirm,
  type MembershipRow,
  selectHousehold,
  selectMemberships,
} from "./queries.ts";

/** A household with the days of its accounts. */
export interface HouseholdInView {
  readonly householdOid: Id;
  readonly firmOid: Id;
  readonly name: string;
  readonly memberships: readonly MembershipRow[];
  /** The accounts that are in it today, by number. */
  readonly today: readonly string[];
  /** The first day that the caller may see: a client sees none on which a hidden account was in it. */
  readonly since: Day;
}

type ReadContext = Pick<Context, "db" | "caller" | "now">;

/** The household, if the caller has the right to all that is in it today; else undefined. */
export async function selectHouseholdInView(
  { db, caller, now }: ReadContext,
  householdOid: string,
  right: Right,
): Promise<HouseholdInView | undefined> {
  if (!isId(householdOid)) return undefined;
  const household = isForFirm(caller)
    ? await db.first(householdOfFirm(householdOid, viewingFirm(caller)))
    : await selectHousehold(db, householdOid);
  if (household === undefined) return undefined;
  const rows = (await selectMemberships(db, [household.householdOid])).filter(
    (row) => !isVoid(row),
  );
  const on = newYorkDay(now);
  const today = numbersOn(rows, on);
  const found = { ...household, memberships: rows, today };
  if (isForFirm(caller)) return { ...found, since: earliestDay };
  const numbers = rows.map(({ accountNumber }) => accountNumber);
  const seen = await accountsInView(db, caller, numbers, right);
  const hidden = rows.filter(({ accountNumber }) => !seen.has(accountNumber));
  if (today.length === 0 || hidden.some((row) => isIn(row, on))) return undefined;
  return { ...found, since: dayAfterLast(hidden, on) };
}

/** A household as papers show it that members read: the accounts in it on a day, and its days since it had another. */
export interface HouseholdOnPaper extends Omit<HouseholdInView, "today"> {
  readonly accountsOn: readonly string[];
}

/** The same; undefined if there is none. */
export async function householdOnPaper(
  db: Reader,
  householdOid: Id,
  on: Day,
): Promise<HouseholdOnPaper | undefined> {
  const household = await selectHousehold(db, householdOid);
  if (household === undefined) return undefined;
  const rows = await selectMemberships(db, [householdOid]);
  const memberships = rows.filter((row) => !isVoid(row));
  const accountsOn = numbersOn(memberships, on);
  const others = memberships.filter(({ accountNumber }) => !accountsOn.includes(accountNumber));
  return { ...household, memberships, accountsOn, since: dayAfterLast(others, on) };
}

/** The day after the last one before a day on which one of these accounts was in the household. */
function dayAfterLast(rows: readonly MembershipRow[], on: Day): Day {
  const ends = rows.flatMap(({ to }) => (to !== null && to < on ? [to] : []));
  const last = ends.toSorted().at(-1);
  return last === undefined ? earliestDay : addDays(last, 1);
}

/** The same; refuses with 403 where there is none. */
export async function householdInView(
  ctx: ReadContext,
  householdOid: string,
  right: Right,
): Promise<HouseholdInView> {
  const household = await selectHouseholdInView(ctx, householdOid, right);
  if (household === undefined) throw forbidden();
  return household;
}

function numbersOn(rows: readonly MembershipRow[], on: Day): string[] {
  return rows.filter((row) => isIn(row, on)).map(({ accountNumber }) => accountNumber);
}
