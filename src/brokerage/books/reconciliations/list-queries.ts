// The statement that lists breaks by who sees their accounts.

import type { Day } from "@bursar/values/dates";
import type { Id } from "@bursar/values/ids";
import { type Reader, sql } from "../../../platform/store/db.ts";
import type { BreakRow } from "./queries.ts";

/** A break with the ticker of its security. */
export interface ListedBreak extends BreakRow {
  readonly ticker: string | null;
}

/** The filters of breaks: of a firm's accounts (null for every firm) that all these clients own or are permitted at
 * one of the levels; of one day, or all open breaks; of one account, or of all. */
export interface BreakChoice {
  readonly firmOid: Id | null;
  readonly loginIds: readonly string[];
  readonly levels: readonly string[];
  readonly on?: Day | undefined;
  readonly accountnumber?: string | undefined;
}

/** The chosen breaks, by account, security and day of acquisition. */
export async function selectBreaks(
  db: Reader,
  { firmOid, loginIds, levels, on, accountnumber }: BreakChoice,
): Promise<ListedBreak[]> {
  return db.rows(sql<ListedBreak>`
    select account_number as "accountNumber", reconciled_on as "reconciledOn",
      break_id::text as "breakId", each.kind, each.security_id::text as "securityId", symbol,
      ticker, acquired_on as "acquiredOn", custodian, books, amount, cause, since,
      closed_on as "closedOn", note, noted_at as "notedAt", assignee
    from reconciliation_break as each join account using (account_number)
      left join security on security.security_id = each.security_id
    where firm_oid = coalesce(${firmOid}::bigint, firm_oid)
      and (${accountnumber}::text is null or account_number = ${accountnumber})
      and (${on}::date is null and stands or reconciled_on = ${on}::date)
      and (cardinality(${loginIds}::text[]) = 0 or ${loginIds}::text[] <@ (array(
        select login_id from account_owner as own
        where own.account_number = account.account_number
        union all
        select login_id from account_permitted_login as permitted
        where permitted.account_number = account.account_number
          and permission = any(${levels}::text[]))
        || case when 'AC' = any(${levels}::text[]) then opened_by_login_id end))
    order by account_number, coalesce(ticker, symbol), each.kind, acquired_on, break_id`);
}
