// SQL that finds the quotation factors that a load has changed, and the accounts that follow.
import { query } from "../../platform/bulk/kinds/load-sql.ts";
import type { Tx } from "../../platform/store/db.ts";
import { declared } from "../../platform/store/declared-sql.ts";

/** A changed factor, with the first of the accounts that have had the security. */
export interface ChangedFactor {
  readonly securityId: string;
  readonly ticker: string;
  readonly before: string;
  readonly after: string;
  readonly accounts: number;
  readonly first: readonly string[] | null;
}

/** How many accounts are named. */
export const maxNamed = 20;

/** The securities whose factor the running load has changed, by id. */
export async function selectChangedFactors(tx: Tx): Promise<ChangedFactor[]> {
  return query<ChangedFactor>(
    tx,
    declared`with changed as (
       select (after ->> 'securityId')::bigint as security_id, after ->> 'ticker' as ticker,
         before ->> 'quotationFactor' as before, after ->> 'quotationFactor' as after
       from load_change
       where kind = 'securities' and not is_new
         and (before ->> 'quotationFactor')::numeric <> (after ->> 'quotationFactor')::numeric),
     holder as (
       select security_id, account_number from account_transaction
       where security_id in (select security_id from changed)
       union
       select into_security_id, account_number from account_transaction
       where into_security_id in (select security_id from changed)),
     numbered as (
       select *, row_number() over (partition by security_id order by account_number) as place
       from holder)
     select changed.security_id::text as "securityId", ticker, before, after,
       count(place)::integer as "accounts",
       array_agg(account_number order by account_number)
         filter (where place <= ${maxNamed}) as "first"
     from changed left join numbered using (security_id)
     group by changed.security_id, ticker, before, after order by changed.security_id`,
  );
}
