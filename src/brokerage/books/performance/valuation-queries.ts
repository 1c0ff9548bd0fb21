// The statements of loaded raw performance data. (docs/performance.md, 2.1)
import type { FolioDay } from "@bursar/performance";
import type { Day } from "@bursar/values/dates";
import { part, type Reader, sql } from "../../../platform/store/db.ts";
import { type BySeries, bySeries, type OfSeries } from "./by-series.ts";

interface ValuationRow extends OfSeries {
  readonly on: Day;
  readonly marketValue: string | null;
  readonly accrued: string | null;
  readonly cashFlows: string;
  readonly securityFlows: string;
  readonly fees: string;
  readonly cash: string | null;
  readonly advances: string | null;
}

/** The loaded days of each folio, in order, by account; amounts in cents. */
export async function selectValuations(
  db: Reader,
  accountNumbers: readonly string[],
): Promise<BySeries<readonly FolioDay[]>> {
  const rows = await db.rows(sql<ValuationRow>`
    select account_number as "accountNumber", folio_number as "folioNumber", valued_on as "on",
      ${amounts}
    from folio_valuation where account_number = any(${accountNumbers}::text[])
    order by account_number, folio_number, valued_on`);
  return bySeries(rows, (own) => own.map(dayOf));
}

/** The loaded days of each folio after a day of its account. */
export async function selectValuationsSince(
  db: Reader,
  accounts: readonly { readonly accountNumber: string; readonly after: Day }[],
): Promise<BySeries<readonly FolioDay[]>> {
  const rows = await db.rows(sql<ValuationRow>`
    select v.account_number as "accountNumber", v.folio_number as "folioNumber",
      v.valued_on as "on", ${amounts}
    from folio_valuation as v
      join unnest(${accounts.map(({ accountNumber }) => accountNumber)}::text[],
        ${accounts.map(({ after }) => after)}::date[]) as standing (account_number, after)
        on standing.account_number = v.account_number and v.valued_on > standing.after
    order by v.account_number, v.folio_number, v.valued_on`);
  return bySeries(rows, (own) => own.map(dayOf));
}

const amounts = part`trunc(market_value * 100)::text as "marketValue",
  trunc(accrued * 100)::text as "accrued", trunc(cash_flows * 100)::text as "cashFlows",
  trunc(security_flows * 100)::text as "securityFlows", trunc(fees * 100)::text as "fees",
  trunc(cash * 100)::text as "cash", trunc(advances * 100)::text as "advances"`;

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
      ? {
          marketValue: BigInt(marketValue),
          accrued: BigInt(accrued),
          cash: BigInt(row.cash ?? 0),
          advances: BigInt(row.advances ?? 0),
          isEstimated: false,
        }
      : undefined,
  };
}
