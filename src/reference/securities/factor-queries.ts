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
  readonly first: readonly string[];
}

/** How many accounts are named. */
export const maxNamed = 20;

/** The securities whose factor the running load has changed, by id. */
export async function selectChangedFactors(tx: Tx): Promise<ChangedFactor[]> {
  const changed = await query<Pick<ChangedFactor, "securityId" | "ticker" | "before" | "after">>(
    tx,
    declared`select after ->> 'securityId' as "securityId", after ->> 'ticker' as "ticker",
       before ->> 'quotationFactor' as "before", after ->> 'quotationFactor' as "after"
     from load_change
     where kind = 'securities' and not is_new
       and (before ->> 'quotationFactor')::numeric <> (after ->> 'quotationFactor')::numeric
     order by (after ->> 'securityId')::bigint`,
  );
  if (changed.length === 0) return [];
  // The noted rows lie on one server, even if the store does not.
  const holders = await query<Pick<ChangedFactor, "securityId" | "accounts" | "first">>(
    tx,
    declared`select security_id::text as "securityId", count(*)::integer as "accounts",
       (array_agg(account_number order by account_number))[1:${maxNamed}] as "first"
     from (
       select security_id, account_number from account_transaction
       where security_id = any($1::bigint[])
       union
       select into_security_id, account_number from account_transaction
       where into_security_id = any($1::bigint[])) as holder
     group by security_id`,
    [changed.map(({ securityId }) => securityId)],
  );
  const known = new Map(holders.map((holder) => [holder.securityId, holder]));
  return changed.map((each) => ({
    accounts: 0,
    first: [],
    ...known.get(each.securityId),
    ...each,
  }));
}
