// The statements of loading households, over what the load has noted of them.
import type { Id } from "@bursar/values/ids";
import { sql, type Tx } from "../../../platform/store/db.ts";

/** The households that a file of them has added or changed, by its line: not those that accounts have left. */
export async function selectLoadedHouseholds(
  tx: Tx,
): Promise<{ householdOid: Id; line: number }[]> {
  return tx.rows(sql<{ householdOid: Id; line: number }>`
    select after ->> 'householdOid' as "householdOid", line::integer as line
    from load_change where kind = 'households' and load_change.line > 0
    order by load_change.line`);
}

/** The accounts of some households that are in two of them on a day, each by its household. */
export async function selectAccountsInTwo(
  tx: Tx,
  householdOids: readonly Id[],
): Promise<{ householdOid: Id; accountNumber: string }[]> {
  return tx.rows(sql<{ householdOid: Id; accountNumber: string }>`
    select distinct own.household_oid as "householdOid", account_number as "accountNumber"
    from household_account as own join household_account as other using (account_number)
    where own.household_oid = any(${householdOids}::bigint[])
      and (own.household_oid, own.from_on) <> (other.household_oid, other.from_on)
      and own.from_on <= coalesce(own.to_on, 'infinity')
      and other.from_on <= coalesce(other.to_on, 'infinity')
      and own.from_on <= coalesce(other.to_on, 'infinity')
      and other.from_on <= coalesce(own.to_on, 'infinity')
    order by 1, 2`);
}
