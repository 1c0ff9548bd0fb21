// SQL of the facts of statements other than the books.
import type { Day } from "@bursar/values/dates";
import type { Decimal } from "@bursar/values/decimal";
import type { Id } from "@bursar/values/ids";
import { type Reader, sql } from "../../../platform/store/db.ts";

type Address = Readonly<Record<string, string>> | null;

/** The account of a statement, with its firm and its owners. */
export interface StatementAccount {
  readonly accountNumber: string;
  readonly accountName: string;
  readonly accountType: string;
  readonly firmOid: Id;
  readonly firm: { readonly name: string; readonly address: Address };
  /** The firm that operates the service. */
  readonly custodian: { readonly name: string; readonly address: Address } | null;
  /** In order, the primary owner first. */
  readonly owners: readonly {
    readonly loginId: string;
    readonly firstName: string;
    readonly lastName: string;
    readonly address: Address;
  }[];
  readonly clientFirm: { readonly name: string; readonly address: Address } | null;
  readonly primaryOwner: string;
  readonly folios: readonly {
    readonly folioNumber: string;
    readonly name: string | null;
    readonly source: "computed" | "loaded" | null;
  }[];
}

/** The parties and folios of an account; undefined if there is no such account. */
export async function selectStatementAccount(
  db: Reader,
  accountNumber: string,
): Promise<StatementAccount | undefined> {
  return db.first(sql<StatementAccount>`
    select a.account_number as "accountNumber", a.account_name as "accountName",
      a.account_type as "accountType", a.firm_oid as "firmOid",
      (select jsonb_build_object('name', f.name, 'address', f.address)
        from firm as f where f.firm_oid = a.firm_oid) as firm,
      (select jsonb_build_object('name', f.name, 'address', f.address)
        from firm as f where f.kind = 'operator' order by f.firm_oid limit 1) as custodian,
      (select jsonb_build_object('name', f.name, 'address', f.address)
        from firm as f where f.firm_oid = a.client_firm_oid) as "clientFirm",
      coalesce((select jsonb_agg(jsonb_build_object('loginId', m.login_id,
          'firstName', m.first_name, 'lastName', m.last_name,
          'address', coalesce(m.mailing_address, m.primary_address)) order by o.position)
        from account_owner as o join member as m using (login_id)
        where o.account_number = ${accountNumber}), '[]') as owners,
      a.primary_owner_login_id as "primaryOwner",
      coalesce((select jsonb_agg(jsonb_build_object('folioNumber', f.folio_number,
          'name', f.name, 'source', f.performance_source) order by f.folio_number)
        from folio as f where f.account_number = ${accountNumber}), '[]') as folios
    from account as a where a.account_number = ${accountNumber}`);
}

/** How a member has statements, electronic if that was chosen last. It lies with the member, maybe on another node than
 * the account. */
export async function selectDeliveryOf(
  db: Reader,
  loginId: string,
): Promise<"electronic" | "paper"> {
  const choice = await db.first(sql<{ statements: "electronic" | "paper" }>`
    select statements from delivery_choice
    where subject = ${`member:${loginId}`} order by place desc limit 1`);
  return choice?.statements ?? "paper";
}

/** The note of a transaction beyond its figures. */
export interface RowNote {
  readonly transactionId: Id;
  readonly incomeKind: string | null;
  readonly method: string | null;
  readonly notes: string | null;
  readonly eventKind: string | null;
}

/** The notes of an account's transactions that have any. */
export async function selectRowNotes(db: Reader, accountNumber: string): Promise<RowNote[]> {
  return db.rows(sql<RowNote>`
    select t.transaction_id as "transactionId", t.income_kind as "incomeKind", t.method, t.notes, (
      select e.kind from corporate_event as e
      where e.event_id = case when t.event_id ~ '^[0-9]{1,18}$' then t.event_id::bigint end)
      as "eventKind"
    from account_transaction as t
    where t.account_number = ${accountNumber}
      and num_nonnulls(t.income_kind, t.method, t.notes, t.event_id) > 0`);
}

/** A security as papers name it. */
export interface SecurityRow {
  readonly securityId: Id;
  readonly ticker: string;
  readonly name: string;
  readonly cusip: string | null;
  readonly instrumentType: string;
  readonly settlementPeriod: number | null;
}

/** The names of some securities. */
export async function selectSecurityNames(
  db: Reader,
  securityIds: readonly Id[],
): Promise<SecurityRow[]> {
  return db.rows(sql<SecurityRow>`
    select security_id as "securityId", ticker, name, cusip, instrument_type as "instrumentType",
      settlement_period as "settlementPeriod"
    from security where security_id = any(${securityIds}::bigint[])`);
}

/** A released statement, by its last day. */
export interface PrintedRow {
  readonly periodEnd: Day;
  readonly closingOn: Day | null;
  readonly closing: Decimal | null;
  readonly factsVersion: string;
}

/** The newest released statement of an account for each of some last days. */
export async function selectPrinted(
  db: Reader,
  accountNumber: string,
  periodEnds: readonly Day[],
): Promise<PrintedRow[]> {
  return db.rows(sql<PrintedRow>`
    select distinct on (period_end) period_end as "periodEnd", closing_on as "closingOn",
      closing_value as closing, facts_version::text as "factsVersion"
    from statement_item
    where subject = ${accountNumber} and household_oid = 0 and report_type = 'M'
      and released_at is not null and period_end = any(${periodEnds}::date[])
    order by period_end, released_at desc, run_oid desc`);
}

/** How a fee was calculated. */
export interface FeeRow {
  readonly transactionIds: readonly Id[];
  readonly basis: Decimal;
  readonly rate: Decimal;
  readonly days: string;
}

/** How the fees of an account were calculated that were booked. */
export async function selectCalculatedFees(db: Reader, accountNumber: string): Promise<FeeRow[]> {
  return db.rows(sql<FeeRow>`
    select transaction_ids::text[] as "transactionIds", basis, rate, days::text as days
    from fee_item where account_number = ${accountNumber} and cardinality(transaction_ids) > 0`);
}
