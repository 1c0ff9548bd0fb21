// The statements of average basis.

import type { Id } from "@bursar/values/ids";
import { type Reader, sql } from "../../../platform/store/db.ts";

/** A security by its names. */
export interface NamedSecurity {
  readonly ticker: string;
  readonly cusip: string | null;
  readonly id: Id;
  readonly companyName: string;
  readonly instrumentType: string;
}

/** The securities of which an account holds lots, and some others, by ticker. */
export async function selectHeldAnd(
  db: Reader,
  accountNumber: string,
  others: readonly Id[],
): Promise<NamedSecurity[]> {
  return db.rows(sql<NamedSecurity>`
    select ticker, cusip, security_id as "id", name as "companyName",
      instrument_type as "instrumentType"
    from security
    where security_id = any(${others}::bigint[])
      or security_id in (select security_id from open_lot where account_number = ${accountNumber})
    order by ticker`);
}
