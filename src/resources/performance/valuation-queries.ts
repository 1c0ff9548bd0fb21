// The statements of loaded raw performance data. (docs/performance.md, 2.1)
import type { FolioDay } from "../../engines/unit-values/account-sum.ts";
import { type Reader, sql } from "../../platform/store/db.ts";
import type { Day } from "../../values/dates.ts";

interface ValuationRow {
  readonly accountNumber: string;
  readonly folioNumber: string;
  readonly on: Day;
  readonly marketValue: string | null;
  readonly accrued: string | null;
  readonly cashFlows: string;
  readonly securityFlows: string;
  readonly fees: string;
}

/** The loaded days of each folio, in order, by account; amounts in cents. */
export async function selectValuations(
  db: Reader,
  accountNumbers: readonly string[],
): Promise<ReadonlyMap<string, ReadonlyMap<string, readonly FolioDay[]>>> {
  const rows = await db.rows(sql<ValuationRow>`
    select account_number as "accountNumber", folio_number as "folioNumber", valued_on as "on",
      trunc(market_value * 100)::text as "marketValue", trunc(accrued * 100)::text as "accrued",
      trunc(cash_flows * 100)::text as "cashFlows",
      trunc(security_flows * 100)::text as "securityFlows", trunc(fees * 100)::text as "fees"
    from folio_valuation where account_number = any(${accountNumbers}::text[])
    order by account_number, folio_number, valued_on`);
  const accounts = Map.groupBy(rows, ({ accountNumber }) => accountNumber);
  return new Map([...accounts].map(([number, days]) => [number, foliosOf(days)]));
}

function foliosOf(rows: readonly ValuationRow[]): ReadonlyMap<string, readonly FolioDay[]> {
  const folios = Map.groupBy(rows, ({ folioNumber }) => folioNumber);
  return new Map([...folios].map(([folio, days]) => [folio, days.map(dayOf)]));
}

function dayOf(row: ValuationRow): FolioDay {
  const { on, marketValue, accrued } = row;
  const securityFlows = BigInt(row.securityFlows);
  const isValued = marketValue !== null && accrued !== null;
  return {
    on,
    cashFlows: BigInt(row.cashFlows),
    securityFlows,
    fees: BigInt(row.fees),
    // Loaded flows are priced already.
    isWaiting: false,
    hasEstimatedFlows: false,
    valuation: isValued
      ? { marketValue: BigInt(marketValue), accrued: BigInt(accrued), isEstimated: false }
      : undefined,
  };
}
