// SQL that reads reported tax lots and marks their years; versions and loads have their own files.
import { part, type Reader, sql, type Tx } from "../../../../platform/store/db.ts";
import { type ClosedLotFields, closedLotFields, type TransactionPair } from "../lot-fields.ts";

/** A reported lot; ticker and CUSIP are those of the time of the report. */
export interface ReportedTaxLotRow extends ClosedLotFields {
  readonly transCode: string;
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
      ${closedLotFields}, lot.ticker, lot.cusip, lot.statement_trail as "statementTrail"
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

/** An account's type, and the stored response of a year if there is one. */
export interface ReportedDocument {
  readonly accountType: string;
  /** The SHA-256 of the response. */
  readonly digest: string | null;
  /** The response as it is sent; also null if it is not requested. */
  readonly body: string | null;
}

/** The stored response of a year; undefined if there is no such account. */
export async function selectReportedDocument(
  db: Reader,
  { accountNumber, taxYear }: ReportedYear,
  { withBody = true } = {},
): Promise<ReportedDocument | undefined> {
  return db.first(sql<ReportedDocument>`
    select account_type as "accountType", encode(body_digest, 'hex') as "digest",
      case when ${withBody}::boolean then body end as "body"
    from account
    left join reported_year as year
      on year.account_number = account.account_number and tax_year = ${taxYear}
    where account.account_number = ${accountNumber}`);
}

/** The reported lots of a pair of transactions by year and id, each with its year. */
export async function selectReportedTaxLotsOfPair(
  db: Reader,
  accountNumber: string,
  pair: TransactionPair,
): Promise<(ReportedTaxLotRow & ReportedYear)[]> {
  return db.rows(sql<ReportedTaxLotRow & ReportedYear>`
    select account_number as "accountNumber", tax_year as "taxYear", ${closedLotFields},
      lot.ticker, lot.cusip, lot.statement_trail as "statementTrail"
    from reported_tax_lot as lot
    where account_number = ${accountNumber} and closing_transaction_id = ${pair.closing}
      and originating_transaction_id = ${pair.originating}
    order by tax_year, closing_transaction_on, ticker, tax_lot_id`);
}

/** The newest version of a reported year, and whether the year's source is `loaded`. */
export interface NewestVersion {
  readonly version: number;
  readonly isLoaded: boolean;
}

/** The newest version of a year; undefined if it was never reported. */
export async function selectReportedVersion(
  db: Reader,
  { accountNumber, taxYear }: ReportedYear,
): Promise<NewestVersion | undefined> {
  return db.first(sql<NewestVersion>`
    select version, is_loaded as "isLoaded" from reported_year
    where account_number = ${accountNumber} and tax_year = ${taxYear}`);
}

/** The newest version of a reported year with its response. */
export interface NextVersion extends ReportedYear {
  readonly version: number;
  readonly body: string;
  readonly reportedAt: Date;
}

/** Stores the lots that follow from the facts as the newest version of a year. */
export async function updateReportedYear(tx: Tx, year: NextVersion): Promise<void> {
  const { accountNumber, taxYear, version, body, reportedAt } = year;
  const notes = await selectFormNotes(tx, year);
  await tx.execute(sql`
    delete from reported_tax_lot
    where account_number = ${accountNumber} and tax_year = ${taxYear}`);
  await tx.execute(sql`
    insert into reported_year (account_number, tax_year, version, body, body_digest, form_notes,
      is_loaded, is_made_by_load, reported_at)
    values (${accountNumber}, ${taxYear}, ${version}, ${body},
      sha256(convert_to(${body}, 'UTF8')),
      ${notes}::jsonb, false, false, ${reportedAt})
    on conflict (account_number, tax_year) do update
      set version = excluded.version, body = excluded.body, body_digest = excluded.body_digest,
        form_notes = excluded.form_notes, is_loaded = false, is_made_by_load = false,
        reported_at = excluded.reported_at`);
  await tx.execute(sql`
    insert into reported_tax_lot (${reportedColumns})
    select ${reportedColumns}
    from closed_lot join security using (security_id)
    where account_number = ${accountNumber} and tax_year = ${taxYear} and is_reported`);
}

/** The notes of tax papers on single lots of a year, by lot, as JSON; read apart, since a
 * distributed store takes no subquery among the values of a row. */
async function selectFormNotes(tx: Tx, { accountNumber, taxYear }: ReportedYear): Promise<string> {
  const found = await tx.first(sql<{ notes: string }>`
    select coalesce(jsonb_object_agg(tax_lot_id, jsonb_build_object(
      'exchangedShares', exchanged_shares::text, 'inherited', is_inherited)), '{}')::text as "notes"
    from closed_lot
    where account_number = ${accountNumber} and tax_year = ${taxYear} and is_reported
      and (is_inherited or exchanged_shares is not null)`);
  return found?.notes ?? "{}";
}

/** The statements of a reported lot, in columns with the same names as those of a closed one. */
export const reportedFacts = part`account_number, tax_year, tax_lot_id, security_id, trans_code,
  term_of_sale, covered, cost_basis_indicator, lot_relief_strategy_indicator,
  originating_transaction_id, closing_transaction_id, original_acquisition_on,
  adjusted_acquisition_on, originating_transaction_settlement_on, closing_transaction_on,
  closing_transaction_settlement_on, cost_basis_effective_on, ex_on, share_quantity,
  sale_price, net_sale_amount, original_cost_basis, adjusted_cost_basis, disallowed_loss,
  reportable_gain_loss, federal_tax_withholding, state_tax_withholding, withholding_state,
  foreign_tax_withholding, withholding_country`;

/** The same with the names of its security. */
const reportedColumns = part`${reportedFacts}, ticker, cusip`;
