// The days on which accounts are in a household, and how a request changes them; pure.
import { addDays, type Day } from "@bursar/values/dates";
import type { AccountNumber } from "@bursar/values/ids";
import type { MembershipRow } from "./queries.ts";
import type { NewHousehold } from "./schema.ts";

/** Whether an account is in the household on a day. */
export function isIn({ from, to }: Pick<MembershipRow, "from" | "to">, on: Day): boolean {
  return from <= on && (to === null || on <= to);
}

/** Whether it is in the household on no day: it was taken out on its first. */
export function isVoid({ from, to }: Pick<MembershipRow, "from" | "to">): boolean {
  return to !== null && to < from;
}

/** Whether two accounts' days have one in common. */
export function overlap(
  a: Pick<MembershipRow, "from" | "to">,
  b: Pick<MembershipRow, "from" | "to">,
): boolean {
  if (isVoid(a) || isVoid(b)) return false;
  return (b.to === null || a.from <= b.to) && (a.to === null || b.from <= a.to);
}

/** The household that a request changes, as it stands. */
interface Asked {
  readonly householdOid: MembershipRow["householdOid"];
  readonly stored: readonly MembershipRow[];
  readonly today: Day;
}

/**
 * The rows that change so that exactly these accounts are in the household from now on. An account
 * that stays keeps its first day unless another is sent; one that is left out was in it until yesterday.
 * Days that are over stay as they are.
 */
export function changedMemberships(
  accounts: NonNullable<NewHousehold["accounts"]>,
  { householdOid, stored, today }: Asked,
): MembershipRow[] {
  const running = stored.filter(({ to }) => to === null || to >= today);
  const wanted = accounts.map(({ accountNumber, from, to }) => {
    const known = running.find((row) => row.accountNumber === accountNumber);
    return {
      householdOid,
      accountNumber: accountNumber as AccountNumber,
      from: from ?? known?.from ?? today,
      to: to ?? null,
    };
  });
  const isKept = (row: MembershipRow) =>
    wanted.some(({ accountNumber, from }) => {
      return accountNumber === row.accountNumber && from === row.from;
    });
  const ended = running
    .filter((row) => !isKept(row))
    .map((row) => ({ ...row, to: lastDayOf(row, wanted, today) }));
  return [...ended, ...wanted];
}

/** Yesterday, or no day at all where the days begin anew on another one, or had not begun. */
function lastDayOf(row: MembershipRow, wanted: readonly MembershipRow[], today: Day): Day {
  const isRestated = wanted.some(({ accountNumber }) => accountNumber === row.accountNumber);
  const yesterday = addDays(today, -1);
  return isRestated || row.from > yesterday ? addDays(row.from, -1) : yesterday;
}
