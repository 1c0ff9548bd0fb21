// Every SQL statement of cash deposits.
import { type Reader, sql } from "../../platform/db.ts";
import type { Day } from "../../values/dates.ts";

/** By what mail a check comes. */
export type DepositKind = "express" | "standard";

/** Where checks are mailed, and to whom they are made out. */
export interface CheckAddressRow {
  readonly payableTo: string;
  readonly line1: string;
  readonly line2: string | null;
  readonly line3: string | null;
  readonly city: string;
  readonly state: string;
  readonly zipcode: string;
  readonly country: string;
}

/** The address of a kind of deposit in force on a day: the latest, where several are. */
export async function selectCheckAddress(
  db: Reader,
  kind: DepositKind,
  on: Day,
): Promise<CheckAddressRow | undefined> {
  return db.first(sql<CheckAddressRow>`
    select payable_to as "payableTo", line1, line2, line3, city, state, zipcode, country
    from check_address
    where deposit_kind = ${kind} and valid_from <= ${on}::date
      and (valid_to is null or valid_to >= ${on}::date)
    order by valid_from desc
    limit 1`);
}
