// SQL of what corporate events owe an account and have not booked yet. (docs/corporate-events.md)
import type { Promised } from "@bursar/performance";
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
  readonly toFolioNumber: string | null;
  readonly tradeOn: Day;
  readonly exOn: Day | null;
  readonly securityId: Id | null;
  readonly amount: Decimal | null;
  readonly federalTaxWithholding: Decimal | null;
  readonly stateTaxWithholding: Decimal | null;
  readonly foreignTaxWithholding: Decimal | null;
}

/** The payouts and shares that are owed to some accounts though nothing of them is booked, by
 * account. Each has an id below 0, which no transaction has. Shares that the books have got from
 * elsewhere are awaited no longer. */
export async function selectPromised(
  db: Reader,
  accountNumbers: readonly string[],
): Promise<ReadonlyMap<string, readonly Promised[]>> {
  const rows = await db.rows(sql<PromisedRow>`
    select l.account_number as "accountNumber", account_type as "accountType",
      (-1000 * l.event_id::numeric - place)::text as "transactionId",
      own->>'transactionType' as "transactionType",
      place::integer + coalesce((select max(t.entry_order) from account_transaction as t
        where t.account_number = l.account_number
          and t.trade_on = (own->>'tradeDate')::date), -1) as "entryOrder",
      own->>'folioNumber' as "folioNumber", own->>'toFolioNumber' as "toFolioNumber", (own->>'tradeDate')::date as "tradeOn",
      (own->>'exDate')::date as "exOn", (own->>'securityId')::bigint as "securityId",
      (own->>'amount')::numeric as "amount",
      (own->>'federalTaxWithholding')::numeric as "federalTaxWithholding",
      (own->>'stateTaxWithholding')::numeric as "stateTaxWithholding",
      (own->>'foreignTaxWithholding')::numeric as "foreignTaxWithholding"
    from corporate_event_line as l join account using (account_number)
      cross join lateral jsonb_array_elements(l.accrued) with ordinality as promised (own, place)
    where l.account_number = any(${accountNumbers}::text[]) and l.accrued is not null
      and (own->>'transactionType' not in ('SPL', 'SPO') or not exists (
        select from account_transaction as t
        where t.account_number = l.account_number and t.transaction_type = own->>'transactionType'
          and t.security_id = (own->>'securityId')::bigint
          and abs(t.trade_on - (own->>'tradeDate')::date) <= 5
          and not exists (select from account_transaction as later
            where later.account_number = t.account_number
              and later.takes_back = t.transaction_id)))
    order by l.account_number, l.event_id, place`);
  const ofAccounts = Map.groupBy(rows, ({ accountNumber }) => accountNumber);
  return new Map([...ofAccounts].map(([number, own]) => [number, own.map(promisedOf)] as const));
}

function promisedOf(row: PromisedRow): Promised {
  const { transactionType, securityId: security, tradeOn } = row;
  const isOfShares = transactionType === "SPL" || transactionType === "SPO";
  if (isOfShares && security !== null) return { kind: "awaitedShares", security, tradeOn };
  const columns = { settlementOn: null, shares: null, marketValue: null, reason: null };
  return factOf({ ...nothingElse, ...columns, ...row }) as Promised;
}
