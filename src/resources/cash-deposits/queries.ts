// Every SQL statement of cash deposits.
import { type Reader, sql } from "../../platform/store/db.ts";
import type { Day } from "../../values/dates.ts";

/** How a check is mailed. */
export type DepositKind = "express" | "standard";

/** Where checks for an account are mailed, and to whom they are made out. */
export interface CheckAddressRow {
  readonly accountType: string;
  /** Null where no address is in force; the others are read only where it is not. */
  readonly payableTo: string | null;
  readonly line1: string;
  readonly line2: string | null;
  readonly line3: string | null;
  readonly city: string;
  readonly state: string;
  readonly zipcode: string;
  readonly country: string;
}

/** The address in force for an account on a day; if there are several, the latest. */
export async function selectCheckAddress(
  db: Reader,
  accountNumber: string,
  { kind, on }: { readonly kind: DepositKind; readonly on: Day },
): Promise<CheckAddressRow | undefined> {
  return db.first(sql<CheckAddressRow>`
    select account_type as "accountType", payable_to as "payableTo",
      line1, line2, line3, city, state, zipcode, country
    from account
    left join lateral (
      select * from check_address
      where deposit_kind = ${kind} and valid_from <= ${on}::date
        and (valid_to is null or valid_to >= ${on}::date)
      order by valid_from desc
      limit 1) as address on true
    where account_number = ${accountNumber}`);
}
