// The statements that read a whole account and change its own row and its names.

import type { Day } from "@bursar/values/dates";
import type { Decimal } from "@bursar/values/decimal";
import type { AccountNumber, Id } from "@bursar/values/ids";
import { type Reader, type Statement, sql, type Tx } from "../../../platform/store/db.ts";
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

/** The kind of thing that an exclusion names; OWNER is a security, of a company of one of the
 * owners. */
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
  return db.first(accountDetail(number));
}

/** Accounts with their lists, each as of one moment, in the order of the numbers. */
export async function selectAccountDetails(
  db: Reader,
  numbers: readonly string[],
): Promise<AccountDetail[]> {
  const found = await Promise.all(numbers.map((number) => selectAccountDetail(db, number)));
  return found.filter((detail) => detail !== undefined);
}

/** The statement that reads one; share_pct is text, since JSON has no decimals. A list arrives as one
 * JSON text, which costs less to read than an array of texts. */
export function accountDetail(number: string): Statement<AccountDetail> {
  return sql<AccountDetail>`
    select account_number as "number", firm_oid as "firmOid", account_name as "accountName",
      account_type as "accountType", billing_plan_oid as "billingPlanOid",
      default_tax_lot_selection as "defaultTaxLotSelection",
      long_term_tax_rate as "longTermTaxRate", short_term_tax_rate as "shortTermTaxRate",
      init_contribution_date as "initContributionDate", minor,
      client_firm_oid as "firmId", minor_ssn_last4 as "minorSsnLast4",
      w9_backup_withholding as "w9BackupWithholding",
      to_json(array(select login_id from account_owner
        where account_number = ${number} order by position)) as "owners",
      to_json(array(select login_id from account_trustee
        where account_number = ${number} order by position)) as "trustees",
      to_json(array(select json_build_object('kind', kind, 'ssnLast4', ssn_last4,
          'ssnHash', encode(ssn_hash, 'hex'), 'citizenship', citizenship,
          'dateOfBirth', date_of_birth, 'firstName', first_name, 'lastName', last_name,
          'relationship', relationship, 'sharePct', share_pct::text)
        from beneficiary
        where account_number = ${number} order by position)) as "beneficiaries",
      to_json(array(select json_build_object('firstName', first_name, 'lastName', last_name,
          'relationship', relationship, 'email', email, 'telephone', telephone,
          'mailingAddress', mailing_address, 'dateOfBirth', date_of_birth)
        from trusted_contact
        where account_number = ${number} order by position)) as "trustedContacts",
      to_json(array(select json_build_object('kind', kind, 'value', value,
          'startOn', start_on, 'endOn', end_on)
        from exclusion
        where account_number = ${number} order by position)) as "exclusions"
    from account where account_number = ${number}`;
}

/** How some clients stand to the account. */
export async function selectStanding(
  db: Reader,
  number: string,
  loginIds: readonly string[],
): Promise<Standing | undefined> {
  return db.first(sql<Standing>`
    select opened_by_login_id as "openedBy",
      array(select login_id from account_owner where account_number = ${number}) as owners,
      (select json_object_agg(login_id, permission) from account_permitted_login
        where account_number = ${number} and login_id = any(${loginIds}::text[])) as permitted
    from account where account_number = ${number}`);
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

/** Stores the name for every owner; `account_name_key` rejects one that another account has. */
export function insertAccountNames(tx: Tx, number: string, folded: string): void {
  tx.send(sql`
    insert into account_name (login_id, folded_name, account_number)
    select login_id, ${folded}, account_number from account_owner
    where account_number = ${number} order by login_id`);
}

/** The settings in an account's own row that an update may set; an undefined field stays as it
 * is. */
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
