// SQL that reads the income of a year, and reads and stores the versions of its forms.
import type { Decimal } from "@bursar/values/decimal";
import { query } from "../../../platform/bulk/kinds/load-sql.ts";
import { type Reader, sql, type Tx } from "../../../platform/store/db.ts";
import { declared } from "../../../platform/store/declared-sql.ts";
import { accountTypes } from "../../../reference/codes.ts";
import type { ReportedYear } from "../tax-lots/reads.ts";
import { added, isLoading } from "../transactions/reads.ts";
import type { IncomeForm } from "./form-names.ts";
import type { IncomeRow } from "./income-boxes.ts";

/** The transactions in force of a tax year that forms of income list, in the order of facts. */
export async function selectIncomeRows(
  db: Reader,
  { accountNumber, taxYear }: ReportedYear,
): Promise<IncomeRow[]> {
  return db.rows(sql<IncomeRow>`
    select t.transaction_id::text as "transactionId", t.transaction_type as "transactionType",
      t.trade_on as "tradeOn", security.ticker, security.cusip, t.income_kind as "incomeKind",
      coalesce(t.amount, t.accrued_interest) as "amount",
      t.federal_tax_withholding as "federalTax", t.foreign_tax_withholding as "foreignTax",
      t.withholding_country as "country", t.state_tax_withholding as "stateTax",
      t.withholding_state as "state"
    from account_transaction as t left join security using (security_id)
    where t.account_number = ${accountNumber}
      and (t.transaction_type in ('DIV', 'INT', 'ROC')
        or (t.transaction_type in ('BUY', 'SLE', 'RDM') and t.accrued_interest > 0))
      and coalesce(t.tax_year, to_char(t.trade_on, 'YYYY')) = ${taxYear}
      and not exists (select from account_transaction as later
        where later.account_number = ${accountNumber} and later.takes_back = t.transaction_id)
    order by t.trade_on, t.entry_order, t.transaction_id`);
}

/** An account's type, and whether it has transactions. */
export interface AccountWithFacts {
  readonly accountType: string;
  readonly hasTransactions: boolean;
}

/** An account whose row stays locked until the transaction ends; undefined if there is none. */
export async function lockAccountWithFacts(
  tx: Tx,
  accountNumber: string,
): Promise<AccountWithFacts | undefined> {
  return tx.first(sql<AccountWithFacts>`
    select account_type as "accountType", exists (select from account_transaction as t
      where t.account_number = ${accountNumber}) as "hasTransactions"
    from account where account_number = ${accountNumber} for no key update`);
}

/** A form of a reported year. */
export interface FormOfYear extends ReportedYear {
  readonly form: IncomeForm;
}

/** A version of a form with its boxes as JSON. */
export interface StoredForm {
  readonly version: number;
  readonly body: string;
}

/** The newest version of a form; undefined if it was never reported. */
export async function selectNewestForm(
  db: Reader,
  { accountNumber, taxYear, form }: FormOfYear,
): Promise<StoredForm | undefined> {
  return db.first(sql<StoredForm>`
    select version, body from reported_income_form
    where account_number = ${accountNumber} and tax_year = ${taxYear} and form = ${form}
    order by version desc limit 1`);
}

/** An account's type, and a version of a form if there is one. */
export interface AskedFormRow {
  readonly accountType: string;
  readonly version: number | null;
  readonly body: string | null;
  /** Whether the form is reported at all, in whatever version. */
  readonly isReported: boolean;
}

/** A version of a form, by default the newest; undefined if there is no such account. */
export async function selectAskedForm(
  db: Reader,
  { accountNumber, taxYear, form }: FormOfYear,
  version: string | undefined,
): Promise<AskedFormRow | undefined> {
  return db.first(sql<AskedFormRow>`
    select account_type as "accountType", asked.version, asked.body,
      newest.version is not null as "isReported"
    from account
      left join lateral (
        select max(version) as version from reported_income_form as stored
        where stored.account_number = account.account_number
          and stored.account_number = ${accountNumber}
          and tax_year = ${taxYear} and form = ${form}) as newest on true
      left join reported_income_form as asked
        on asked.account_number = account.account_number
          and asked.tax_year = ${taxYear} and asked.form = ${form}
          and asked.version = coalesce(${version ?? null}::integer, newest.version)
    where account.account_number = ${accountNumber}`);
}

/** A new version of a form. */
export interface NewForm extends FormOfYear, StoredForm {
  readonly rows: number;
  readonly reportedAt: Date;
}

/** Stores the next version of a form. */
export async function insertForm(tx: Tx, next: NewForm): Promise<void> {
  const { accountNumber, taxYear, form, version, body, rows, reportedAt } = next;
  await tx.execute(sql`
    insert into reported_income_form
      (account_number, tax_year, form, version, body, row_count, reported_at)
    values (${accountNumber}, ${taxYear}, ${form}, ${version}, ${body}, ${rows}, ${reportedAt})`);
}

/** A version of a form as it is listed. */
export interface ListedForm extends FormOfYear {
  readonly version: number;
  /** How many transactions it lists. */
  readonly rows: number;
  readonly isNewest: boolean;
  readonly reportedAt: Date;
}

/** The filters of reported versions: those of all accounts, years and forms where none is named. */
export interface FormFilter {
  readonly accountNumber: string | null;
  readonly taxYear: string | null;
  readonly form: IncomeForm | null;
}

/** The next versions after a place, in order of account, year, form and version. */
export async function selectForms(
  db: Reader,
  { accountNumber, taxYear, form }: FormFilter,
  after: ReportedYear & { readonly form: string; readonly version: number },
): Promise<ListedForm[]> {
  return db.rows(sql<ListedForm>`
    select account_number as "accountNumber", tax_year as "taxYear", form, version,
      row_count as "rows", reported_at as "reportedAt",
      not exists (select from reported_income_form as later
        where later.account_number = stored.account_number and later.tax_year = stored.tax_year
          and later.form = stored.form and later.version > stored.version) as "isNewest"
    from reported_income_form as stored
    where (account_number, tax_year, form, version)
        > (${after.accountNumber}, ${after.taxYear}, ${after.form}, ${after.version})
      and (${accountNumber}::text is null or account_number = ${accountNumber})
      and (${taxYear}::text is null or tax_year = ${taxYear})
      and (${form}::text is null or form = ${form})
    order by account_number, tax_year, form, version limit 500`);
}

/** Dividends and interest of a tax year without a kind of income, in a taxable account. */
export interface Unclassified extends ReportedYear {
  readonly rows: number;
  readonly amount: Decimal;
  /** The transaction with the lowest id. */
  readonly first: string;
  /** How many accounts and years there are in all. */
  readonly count: number;
}

/** The first of these, in order of account and year. */
export async function selectUnclassified(db: Reader, most: number): Promise<Unclassified[]> {
  return db.rows(sql<Unclassified>`
    select account_number as "accountNumber",
      coalesce(t.tax_year, to_char(t.trade_on, 'YYYY')) as "taxYear", count(*)::int as "rows",
      sum(t.amount) as "amount", min(t.transaction_id)::text as "first",
      count(*) over ()::int as "count"
    from account_transaction as t join account using (account_number)
    where t.transaction_type in ('DIV', 'INT') and t.income_kind is null
      and account_type = any(${taxableTypes}::text[])
      and not exists (select from account_transaction as later
        where later.account_number = t.account_number and later.takes_back = t.transaction_id)
    group by 1, 2 order by 1, 2 limit ${most}`);
}

/** A reported form whose transactions are others now, and how many there are in all. */
export interface DifferingForm extends FormOfYear {
  readonly count: number;
}

/** The first forms, in order of account, year and form, whose newest version lists other transactions than
 * are in force. A stored transaction never changes, so that the same ones give the same boxes. */
export async function selectDifferingForms(db: Reader, most: number): Promise<DifferingForm[]> {
  return db.rows(sql<DifferingForm>`
    with newest as (
      select account_number, tax_year, form, body from reported_income_form as stored
      where not exists (select from reported_income_form as later
        where later.account_number = stored.account_number and later.tax_year = stored.tax_year
          and later.form = stored.form and later.version > stored.version)),
    listed as (
      select account_number, tax_year, form, (id #>> '{}')::bigint as transaction_id
      from newest, jsonb_path_query(body::jsonb, '$.*[*].lines[*].transactionId') as id),
    present as (
      select newest.account_number, newest.tax_year, form, transaction_id
      from newest join account_transaction as t on t.account_number = newest.account_number
        and coalesce(t.tax_year, to_char(t.trade_on, 'YYYY')) = newest.tax_year
      where case form when '1099-div' then t.transaction_type in ('DIV', 'ROC')
          else t.transaction_type = 'INT'
            or (t.transaction_type in ('BUY', 'SLE', 'RDM') and t.accrued_interest > 0) end
        and not exists (select from account_transaction as later
          where later.account_number = t.account_number and later.takes_back = t.transaction_id)),
    differing as (
      (select * from listed except select * from present)
      union all (select * from present except select * from listed))
    select account_number as "accountNumber", tax_year as "taxYear", form,
      count(*) over ()::int as "count"
    from differing group by account_number, tax_year, form
    order by account_number, tax_year, form limit ${most}`);
}

/** Reported forms of income, of the newest version of each, that list what the running load takes back or lack what it
 * adds; none where it has no transactions. */
export async function selectFormsOutdatedByLoad(
  tx: Tx,
): Promise<readonly Pick<DifferingForm, "accountNumber" | "taxYear" | "form">[]> {
  if (!(await isLoading(tx))) return [];
  return query(
    tx,
    declared`select distinct stored.account_number as "accountNumber",
       stored.tax_year as "taxYear", stored.form
     from ${added} join account_transaction as t using (account_number, transaction_id)
       left join account_transaction as taken on taken.account_number = t.account_number
         and taken.transaction_id = t.takes_back
       cross join lateral (values
         (t.transaction_type, t.trade_on, t.tax_year, t.accrued_interest),
         (taken.transaction_type, taken.trade_on, taken.tax_year, taken.accrued_interest))
         as row (transaction_type, trade_on, tax_year, accrued_interest)
       join reported_income_form as stored on stored.account_number = t.account_number
         and stored.tax_year = coalesce(row.tax_year, to_char(row.trade_on, 'YYYY'))
     where case stored.form when '1099-div' then row.transaction_type in ('DIV', 'ROC')
         else row.transaction_type = 'INT' or (row.transaction_type in ('BUY', 'SLE', 'RDM')
           and row.accrued_interest > 0) end
     order by 1, 2, 3`,
  );
}

const taxableTypes = accountTypes.rows
  .filter(({ taxability }) => taxability === "taxable")
  .map(({ code }) => code);
