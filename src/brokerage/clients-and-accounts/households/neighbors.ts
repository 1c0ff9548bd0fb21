// The accounts with which an account is in one household on a day. (docs/households.md)
import type { Day } from "@bursar/values/dates";
import type { Id } from "@bursar/values/ids";
import type { Reader } from "../../../platform/store/db.ts";
import { isIn, isVoid } from "./memberships.ts";
import { selectHouseholdNames, selectMemberships, selectMembershipsOf } from "./queries.ts";

/** The household of an account, and the accounts that are in it. */
export interface HouseholdNeighbors {
  readonly householdOid: Id;
  readonly name: string;
  readonly accounts: readonly string[];
}

/** The households of some accounts by account number; one that is in none is left out. */
export async function neighborsOf(
  db: Reader,
  accountNumbers: readonly string[],
  on: Day,
): Promise<ReadonlyMap<string, HouseholdNeighbors>> {
  const isRunning = (row: Parameters<typeof isVoid>[0]) => !isVoid(row) && isIn(row, on);
  const own = (await selectMembershipsOf(db, accountNumbers)).filter(isRunning);
  const oids = [...new Set(own.map(({ householdOid }) => householdOid))];
  const all = (await selectMemberships(db, oids)).filter(isRunning);
  const names = await selectHouseholdNames(db, oids);
  return new Map(
    own.map(({ accountNumber, householdOid }) => [
      accountNumber,
      {
        householdOid,
        name: names.get(householdOid) ?? "",
        accounts: all
          .filter((row) => row.householdOid === householdOid)
          .map((row) => row.accountNumber),
      },
    ]),
  );
}
