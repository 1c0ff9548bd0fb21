// The statements of average basis.

import type { Id } from "@bursar/values/ids";
import { type Reader, sql } from "../../../platform/store/db.ts";
import { isPrivate } from "../../../reference/securities/queries.ts";

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

/** Whether there is a security, as far as an account may know of it: a private one, which not everybody sees, counts as
 * absent until the account has had it. An election is a transaction, and would show it. */
export async function selectIsElectable(
  db: Reader,
  accountNumber: string,
  security: Id,
): Promise<boolean> {
  const found = await db.first(sql`
    select from security as s
    where s.security_id = ${security}
      and (not ${isPrivate}
        or exists (select from account_transaction as t where t.account_number = ${accountNumber}
          and s.security_id in (t.security_id, t.into_security_id))
        or exists (select from folio_position as p where p.account_number = ${accountNumber}
          and p.security_id = s.security_id))`);
  return found !== undefined;
}
