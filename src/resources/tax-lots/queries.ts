// Every SQL statement of reported tax lots.
import { type Reader, sql, type Tx } from "../../platform/db.ts";
import type { Day } from "../../values/dates.ts";
import type { Decimal } from "../../values/decimal.ts";

/** A reported lot; ticker and CUSIP are those of the time of the report. */
export interface ReportedTaxLotRow {
  readonly taxLotId: string;
  readonly securityId: string;
  readonly ticker: string;
  readonly cusip: string | null;
  readonly transCode: string;
  readonly termOfSale: string;
  readonly covered: string;
  readonly costBasisIndicator: string | null;
  readonly lotReliefStrategyIndicator: string | null;
  readonly originatingTransactionId: string | null;
  readonly closingTransactionId: string | null;
  readonly originalAcquisitionOn: Day | null;
  readonly adjustedAcquisitionOn: Day | null;
  readonly originatingTransactionSettlementOn: Day | null;
  readonly closingTransactionOn: Day;
  readonly closingTransactionSettlementOn: Day | null;
  readonly costBasisEffectiveOn: Day | null;
  readonly exOn: Day | null;
  readonly shareQuantity: Decimal;
  readonly salePrice: Decimal | null;
  readonly netSaleAmount: Decimal | null;
  readonly originalCostBasis: Decimal | null;
  readonly adjustedCostBasis: Decimal | null;
  readonly disallowedLoss: Decimal | null;
  readonly reportableGainLoss: Decimal | null;
  readonly federalTaxWithholding: Decimal | null;
  readonly stateTaxWithholding: Decimal | null;
  readonly withholdingState: string | null;
  readonly foreignTaxWithholding: Decimal | null;
  readonly withholdingCountry: string | null;
  readonly statementTrail: string | null;
}

/** A reported year of an account. */
export interface ReportedYear {
  readonly accountNumber: string;
  readonly taxYear: string;
}

/** The lots of a reported year by closing day, ticker and id. */
export interface YearWithLots extends ReportedYear {
  readonly lots: readonly ReportedTaxLotRow[];
}

type Row = ReportedYear & (ReportedTaxLotRow | { readonly [K in keyof ReportedTaxLotRow]: null });

/** The lots of those years that are reported, in order of account and year. */
export async function selectReportedTaxLots(
  db: Reader,
  years: readonly ReportedYear[],
): Promise<YearWithLots[]> {
  // One statement, so that a year reported meanwhile is never seen without its lots.
  const rows = await db.rows(sql<Row>`
    select year.account_number as "accountNumber", year.tax_year as "taxYear",
      lot.tax_lot_id as "taxLotId", lot.security_id as "securityId",
      lot.ticker, lot.cusip, lot.trans_code as "transCode",
      lot.term_of_sale as "termOfSale", lot.covered,
      lot.cost_basis_indicator as "costBasisIndicator",
      lot.lot_relief_strategy_indicator as "lotReliefStrategyIndicator",
      lot.originating_transaction_id as "originatingTransactionId",
      lot.closing_transaction_id as "closingTransactionId",
      lot.original_acquisition_on as "originalAcquisitionOn",
      lot.adjusted_acquisition_on as "adjustedAcquisitionOn",
      lot.originating_transaction_settlement_on as "originatingTransactionSettlementOn",
      lot.closing_transaction_on as "closingTransactionOn",
      lot.closing_transaction_settlement_on as "closingTransactionSettlementOn",
      lot.cost_basis_effective_on as "costBasisEffectiveOn", lot.ex_on as "exOn",
      lot.share_quantity as "shareQuantity", lot.sale_price as "salePrice",
      lot.net_sale_amount as "netSaleAmount", lot.original_cost_basis as "originalCostBasis",
      lot.adjusted_cost_basis as "adjustedCostBasis", lot.disallowed_loss as "disallowedLoss",
      lot.reportable_gain_loss as "reportableGainLoss",
      lot.federal_tax_withholding as "federalTaxWithholding",
      lot.state_tax_withholding as "stateTaxWithholding",
      lot.withholding_state as "withholdingState",
      lot.foreign_tax_withholding as "foreignTaxWithholding",
      lot.withholding_country as "withholdingCountry", lot.statement_trail as "statementTrail"
    from reported_year as year
    left join reported_tax_lot as lot using (account_number, tax_year)
    where (year.account_number, year.tax_year) in (
      select asked.account_number, asked.tax_year
      from unnest(${years.map((year) => year.accountNumber)}::text[],
        ${years.map((year) => year.taxYear)}::text[]) as asked (account_number, tax_year))
    order by 1, 2, lot.closing_transaction_on, lot.ticker, lot.tax_lot_id`);
  const found = Map.groupBy(rows, (row) => `${row.accountNumber} ${row.taxYear}`);
  return [...found.values()].map((ofYear) => {
    const { accountNumber, taxYear } = ofYear[0] as Row;
    return { accountNumber, taxYear, lots: ofYear.filter(isLot) };
  });
}

function isLot(row: Row): row is ReportedYear & ReportedTaxLotRow {
  return row.taxLotId !== null;
}

/** The ready answer of a reported year, if one is kept. */
export async function selectReportedBody(
  db: Reader,
  accountNumber: string,
  taxYear: string,
): Promise<string | undefined> {
  const year = await db.first(sql<{ body: string | null }>`
    select body from reported_year
    where account_number = ${accountNumber} and tax_year = ${taxYear}`);
  return year?.body ?? undefined;
}

/** The reported years in which a transaction closed lots of another. */
export async function selectYearsOfPair(
  db: Reader,
  accountNumber: string,
  pair: { readonly originating: string; readonly closing: string },
): Promise<ReportedYear[]> {
  return db.rows(sql<ReportedYear>`
    select distinct account_number as "accountNumber", tax_year as "taxYear"
    from reported_tax_lot
    where account_number = ${accountNumber} and closing_transaction_id = ${pair.closing}
      and originating_transaction_id = ${pair.originating}`);
}

/** How often a year was reported; undefined where it is not. */
export async function selectReportedVersion(
  db: Reader,
  accountNumber: string,
  taxYear: string,
): Promise<number | undefined> {
  const year = await db.first(sql<{ version: number }>`
    select version from reported_year
    where account_number = ${accountNumber} and tax_year = ${taxYear}`);
  return year?.version;
}

/** A version of a reported year with its answer. */
export interface ReportedVersion {
  readonly accountNumber: string;
  readonly taxYear: string;
  readonly version: number;
  readonly body: string;
}

/** Makes what the facts come to the newest version of a year. */
export async function updateReportedYear(tx: Tx, year: ReportedVersion): Promise<void> {
  const { accountNumber, taxYear, version, body } = year;
  await tx.execute(sql`
    delete from reported_tax_lot
    where account_number = ${accountNumber} and tax_year = ${taxYear}`);
  await tx.execute(sql`
    insert into reported_year (account_number, tax_year, version, body)
    values (${accountNumber}, ${taxYear}, ${version}, ${body})
    on conflict (account_number, tax_year) do update
      set version = excluded.version, body = excluded.body`);
  await tx.execute(sql`
    insert into reported_tax_lot (account_number, tax_year, tax_lot_id, security_id, ticker, cusip,
      trans_code, term_of_sale, covered, cost_basis_indicator, lot_relief_strategy_indicator,
      originating_transaction_id, closing_transaction_id, original_acquisition_on,
      adjusted_acquisition_on, originating_transaction_settlement_on, closing_transaction_on,
      closing_transaction_settlement_on, cost_basis_effective_on, ex_on, share_quantity,
      sale_price, net_sale_amount, original_cost_basis, adjusted_cost_basis, disallowed_loss,
      reportable_gain_loss, federal_tax_withholding, state_tax_withholding, withholding_state,
      foreign_tax_withholding, withholding_country)
    select account_number, tax_year, tax_lot_id, security_id, ticker, cusip,
      trans_code, term_of_sale, covered, cost_basis_indicator, lot_relief_strategy_indicator,
      originating_transaction_id, closing_transaction_id, original_acquisition_on,
      adjusted_acquisition_on, originating_transaction_settlement_on, closing_transaction_on,
      closing_transaction_settlement_on, cost_basis_effective_on, ex_on, share_quantity,
      sale_price, net_sale_amount, original_cost_basis, adjusted_cost_basis, disallowed_loss,
      reportable_gain_loss, federal_tax_withholding, state_tax_withholding, withholding_state,
      foreign_tax_withholding, withholding_country
    from closed_lot join security using (security_id)
    where account_number = ${accountNumber} and tax_year = ${taxYear} and is_reported`);
}
