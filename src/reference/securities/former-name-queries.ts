// The names that a security had before a load changed them, so that it is still found.
// (docs/securities.md)
import { type Day, newYorkDay } from "@bursar/values/dates";
import { query } from "../../platform/bulk/kinds/load-sql.ts";
import type { LoadEnd } from "../../platform/bulk/load-kind.ts";
import type { Tx } from "../../platform/store/db.ts";
import { declared } from "../../platform/store/declared-sql.ts";

interface FormerName {
  readonly securityId: string;
  readonly ticker: string;
  readonly cusip: string | null;
  readonly name: string;
}

/** Keeps the names that the running load has replaced, as those until today. */
export async function keepFormerNames(tx: Tx, { now }: Pick<LoadEnd, "now">): Promise<void> {
  // The noted rows lie on one server, even if the store does not.
  const former = await query<FormerName>(
    tx,
    declared`select before ->> 'securityId' as "securityId", before ->> 'ticker' as "ticker",
       before ->> 'cusip' as "cusip", before ->> 'name' as "name"
     from load_change
     where kind = 'securities' and not is_new
       and (before ->> 'ticker', before ->> 'cusip', before ->> 'name')
         is distinct from (after ->> 'ticker', after ->> 'cusip', after ->> 'name')`,
  );
  if (former.length > 0) await insertFormerNames(tx, former, newYorkDay(now));
}

/** Of several changes on one day the names of its opening are stored, and every ticker. */
async function insertFormerNames(tx: Tx, former: readonly FormerName[], today: Day): Promise<void> {
  const texts = (column: "ticker" | "cusip" | "name") => former.map((each) => each[column]);
  await query(
    tx,
    declared`insert into security_name (security_id, changed_on, ticker, cusip, name)
     select security_id, $5::date, ticker, cusip, name
     from unnest($1::bigint[], $2::text[], $3::text[], $4::text[])
       as former (security_id, ticker, cusip, name)
     on conflict do nothing`,
    [
      former.map(({ securityId }) => securityId),
      texts("ticker"),
      texts("cusip"),
      texts("name"),
      today,
    ],
  );
}
