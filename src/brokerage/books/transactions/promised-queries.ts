// SQL of payouts that corporate events owe an account and have not booked yet. (docs/corporate-events.md)
import type { PromisedPayout } from "@bursar/performance";
import type { Day } from "@bursar/values/dates";
import type { Decimal } from "@bursar/values/decimal";
import type { Id } from "@bursar/values/ids";
import { type Reader, sql } from "../../../platform/store/db.ts";
import { factOf } from "./facts.ts";
import { nothingElse } from "./received-lots.ts";

interface PromisedRow {
  readonly accountNumber: string;
  readonly accountType: string;
  readonly transactionId: Id;
  readonly transactionType: string;
  /** The place that it would have on its day. */
  readonly entryOrder: number;
  readonly folioNumber: string | null;
  readonly tradeOn: Day;
  readonly exOn: Day | null;
  readonly securityId: Id;
  readonly amount: Decimal;
  readonly federalTaxWithholding: Decimal | null;
  readonly stateTaxWithholding: Decimal | null;
  readonly foreignTaxWithholding: Decimal | null;
}

/** What is accrued in some accounts though nothing of it is booked, by account. Each has the id of its event. */
export async function selectPromised(
  db: Reader,
  accountNumbers: readonly string[],
): Promise<ReadonlyMap<string, readonly PromisedPayout[]>> {
  const rows = await db.rows(sql<PromisedRow>`
    select l.account_number as "accountNumber", account_type as "accountType",
      l.event_id as "transactionId", own->>'transactionType' as "transactionType",
      place::integer + coalesce((select max(t.entry_order) from account_transaction as t
        where t.account_number = l.account_number
          and t.trade_on = (own->>'tradeDate')::date), -1) as "entryOrder",
      own->>'folioNumber' as "folioNumber", (own->>'tradeDate')::date as "tradeOn",
      (own->>'exDate')::date as "exOn", (own->>'securityId')::bigint as "securityId",
      (own->>'amount')::numeric as "amount",
      (own->>'federalTaxWithholding')::numeric as "federalTaxWithholding",
      (own->>'stateTaxWithholding')::numeric as "stateTaxWithholding",
      (own->>'foreignTaxWithholding')::numeric as "foreignTaxWithholding"
    from corporate_event_line as l join account using (account_number)
      cross join lateral jsonb_array_elements(l.accrued) with ordinality as promised (own, place)
    where l.account_number = any(${accountNumbers}::text[]) and l.accrued is not null
    order by l.account_number, l.event_id, place`);
  const ofAccounts = Map.groupBy(rows, ({ accountNumber }) => accountNumber);
  return new Map([...ofAccounts].map(([number, own]) => [number, own.map(promisedOf)] as const));
}

function promisedOf(row: PromisedRow): PromisedPayout {
  const columns = { settlementOn: null, shares: null, marketValue: null, reason: null };
  return factOf({ ...nothingElse, ...columns, ...row }) as PromisedPayout;
}
