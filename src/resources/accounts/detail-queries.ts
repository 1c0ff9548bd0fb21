// The statements that read a whole account and change its own row and its names.
import { type Reader, type Sender, type Statement, sql, type Tx } from "../../platform/store/db.ts";
import type { Day } from "../../values/dates.ts";
import type { Decimal } from "../../values/decimal.ts";
import type { AccountNumber, Id } from "../../values/ids.ts";
import type { BeneficiaryKind } from "./beneficiary-ssn.ts";
import type { Standing } from "./rights.ts";

/** A beneficiary as it is stored, of the number its last digits and its keyed hash in hexadecimal. */
export interface BeneficiaryRow {
  readonly kind: BeneficiaryKind;
  readonly ssnLast4: string | null;
  readonly ssnHash: string | null;
  readonly citizenship: string | null;
  readonly dateOfBirth: Day | null;
  readonly firstName: string;
  readonly lastName: string;
  readonly relationship: string;
  readonly sharePct: Decimal | null;
}

/** A trusted contact as it is stored. */
export interface ContactRow {
  readonly firstName: string;
  readonly lastName: string;
  readonly relationship: string | null;
  readonly email: string | null;
  readonly telephone: string | null;
  readonly mailingAddress: Readonly<Record<string, string>> | null;
  readonly dateOfBirth: Day | null;
}

/** What an exclusion names; OWNER is a security, of a company of one of the owners. */
export type ExclusionKind = "SECURITY" | "ISSUE" | "SECTOR" | "OWNER";

/** An exclusion as it is stored. */
export interface ExclusionRow {
  readonly kind: ExclusionKind;
  readonly value: string;
  readonly startOn: Day | null;
  readonly endOn: Day | null;
}

/** The minor of a custodial account as it is stored. */
export interface MinorRow {
  readonly firstName: string;
  readonly lastName: string;
  readonly dateOfBirth?: Day;
}

/** A whole account; every list is in the order in which it was sent. */
export interface AccountDetail {
  readonly number: AccountNumber;
  readonly firmOid: Id;
  readonly accountName: string;
  readonly accountType: string;
  readonly billingPlanOid: Id | null;
  readonly defaultTaxLotSelection: string;
  readonly longTermTaxRate: Decimal | null;
  readonly shortTermTaxRate: Decimal | null;
  readonly initContributionDate: Day | null;
  readonly owners: readonly string[];
  readonly minor: MinorRow | null;
  readonly minorSsnLast4: string | null;
  readonly trustees: readonly string[];
  /** The client firm that owns the account; null where persons do. */
  readonly firmId: Id | null;
  readonly w9BackupWithholding: boolean;
  readonly beneficiaries: readonly BeneficiaryRow[];
  readonly trustedContacts: readonly ContactRow[];
  readonly exclusions: readonly ExclusionRow[];
}

/** One account with its lists, as of one moment. */
export async function selectAccountDetail(
  db: Reader,
  number: string,
): Promise<AccountDetail | undefined> {
  const [detail] = await selectAccountDetails(db, [number]);
  return detail;
}

/** Accounts with their lists, as of one moment. */
export async function selectAccountDetails(
  db: Reader,
  numbers: readonly string[],
): Promise<AccountDetail[]> {
  return db.rows(accountDetails(numbers));
}

/** The statement that reads them; share_pct is text, since JSON has no decimals. Each list names the
 * accounts again, so that a spread store asks for it only where they lie. */
export function accountDetails(numbers: readonly string[]): Statement<AccountDetail> {
  return sql<AccountDetail>`
    select account_number as "number", firm_oid as "firmOid", account_name as "accountName",
      account_type as "accountType", billing_plan_oid as "billingPlanOid",
      default_tax_lot_selection as "defaultTaxLotSelection",
      long_term_tax_rate as "longTermTaxRate", short_term_tax_rate as "shortTermTaxRate",
      init_contribution_date as "initContributionDate", minor,
      client_firm_oid as "firmId", minor_ssn_last4 as "minorSsnLast4", w9_backup_withholding as "w9BackupWithholding",
      (select coalesce(json_agg(r.login_id order by r.position), '[]') from account_trustee as r
        where r.account_number = account.account_number
          and r.account_number = any(${numbers}::text[])) as "trustees",
      (select json_agg(o.login_id order by o.position) from account_owner as o
        where o.account_number = account.account_number
          and o.account_number = any(${numbers}::text[])) as "owners",
      (select coalesce(json_agg(json_build_object('kind', b.kind, 'ssnLast4', b.ssn_last4,
          'ssnHash', encode(b.ssn_hash, 'hex'), 'citizenship', b.citizenship,
          'dateOfBirth', b.date_of_birth, 'firstName', b.first_name, 'lastName', b.last_name,
          'relationship', b.relationship, 'sharePct', b.share_pct::text)
          order by b.position), '[]')
        from beneficiary as b
        where b.account_number = account.account_number
          and b.account_number = any(${numbers}::text[])) as "beneficiaries",
      (select coalesce(json_agg(json_build_object('firstName', t.first_name,
          'lastName', t.last_name, 'relationship', t.relationship, 'email', t.email,
          'telephone', t.telephone, 'mailingAddress', t.mailing_address,
          'dateOfBirth', t.date_of_birth) order by t.position), '[]')
        from trusted_contact as t
        where t.account_number = account.account_number
          and t.account_number = any(${numbers}::text[])) as "trustedContacts",
      (select coalesce(json_agg(json_build_object('kind', e.kind, 'value', e.value,
          'startOn', e.start_on, 'endOn', e.end_on) order by e.position), '[]')
        from exclusion as e
        where e.account_number = account.account_number
          and e.account_number = any(${numbers}::text[])) as "exclusions"
    from account where account_number = any(${numbers}::text[])`;
}

/** The answer for an account with all its keys; undefined where none is kept. */
export async function selectAnswer(db: Reader, number: string): Promise<string | undefined> {
  const kept = await db.first(sql<{ body: string | null }>`
    select body from account left join account_answer using (account_number)
    where account.account_number = ${number}`);
  return kept?.body ?? undefined;
}

/** The same, and how some clients stand to the account. */
export async function selectAnswerFor(
  db: Reader,
  number: string,
  loginIds: readonly string[],
): Promise<(Standing & { readonly body: string | null }) | undefined> {
  return db.first(sql<Standing & { body: string | null }>`
      select body, opened_by_login_id as "openedBy",
        array(select login_id from account_owner as o
          where o.account_number = account.account_number) as owners,
        (select json_object_agg(login_id, permission) from account_permitted_login as p
          where p.account_number = account.account_number
            and p.login_id = any(${loginIds}::text[])) as permitted
      from account left join account_answer using (account_number)
      where account.account_number = ${number}`);
}

/** Stores the answers for some accounts. */
export function updateAnswers(
  sender: Sender,
  answers: readonly { readonly number: string; readonly body: string }[],
): void {
  const [only, ...others] = answers;
  if (only === undefined) return;
  if (others.length === 0) {
    // A spread store stores one row where the account lies, without gathering rows first.
    sender.send(sql`
      insert into account_answer (account_number, body) values (${only.number}, ${only.body})
      on conflict (account_number) do update set body = excluded.body`);
    return;
  }
  sender.send(sql`
    insert into account_answer (account_number, body)
    select * from unnest(${answers.map(({ number }) => number)}::text[],
      ${answers.map(({ body }) => body)}::text[])
    on conflict (account_number) do update set body = excluded.body`);
}

/** Whether an owner of the account has another account whose name folds alike. */
export async function selectIsNameTaken(
  db: Reader,
  number: string,
  folded: string,
): Promise<boolean> {
  const other = await db.first(sql`
    with owner as materialized (
      select login_id from account_owner where account_number = ${number})
    select from account_name
    where login_id in (select login_id from owner) and folded_name = ${folded}
      and account_number <> ${number}`);
  return other !== undefined;
}

/** Frees the names that the account holds; `insertAccountNames` follows in the same change. */
export function deleteAccountNames(tx: Tx, number: string): void {
  tx.send(sql`delete from account_name where account_number = ${number}`);
}

/** Stores the name for every owner; `account_name_key` refuses one that another account has. */
export function insertAccountNames(tx: Tx, number: string, folded: string): void {
  tx.send(sql`
    insert into account_name (login_id, folded_name, account_number)
    select login_id, ${folded}, account_number from account_owner
    where account_number = ${number} order by login_id`);
}

/** What an update may set in an account's own row; an undefined field stays as it is. */
export interface AccountSettings {
  readonly accountName?: string;
  readonly defaultTaxLotSelection?: string;
  readonly longTermTaxRate?: Decimal;
  readonly shortTermTaxRate?: Decimal;
  readonly initContributionDate?: Day;
}

/** The fields of the account's own row that an update may change. */
export const settingNames = [
  ...(["accountName", "defaultTaxLotSelection", "longTermTaxRate"] as const),
  ...(["shortTermTaxRate", "initContributionDate"] as const),
] satisfies (keyof AccountSettings)[];

/** Sets what is given in the account's own row. */
export function updateAccountSettings(tx: Tx, number: string, settings: AccountSettings): void {
  tx.send(sql`
    update account set
      account_name = coalesce(${settings.accountName}::text, account_name),
      default_tax_lot_selection =
        coalesce(${settings.defaultTaxLotSelection}::text, default_tax_lot_selection),
      long_term_tax_rate = coalesce(${settings.longTermTaxRate}::numeric, long_term_tax_rate),
      short_term_tax_rate = coalesce(${settings.shortTermTaxRate}::numeric, short_term_tax_rate),
      init_contribution_date =
        coalesce(${settings.initContributionDate}::date, init_contribution_date)
    where account_number = ${number}`);
}
