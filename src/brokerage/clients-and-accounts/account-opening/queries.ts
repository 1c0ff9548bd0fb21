// The statements of opening an account.

import type { Day } from "@bursar/values/dates";
import type { Decimal } from "@bursar/values/decimal";
import type { AccountNumber, Id } from "@bursar/values/ids";
import { type Reader, sql, type Tx } from "../../../platform/store/db.ts";
import type { MinorRow, SealedSsn } from "../accounts/changes.ts";

/** How a firm has its accounts opened. */
export interface FirmTerms {
  /** One plan for all accounts of a member. */
  readonly billsByMember: boolean;
  readonly signsOnOwnPages: boolean;
}

/** The terms of a firm. */
export async function selectFirmTerms(db: Reader, firmOid: Id): Promise<FirmTerms> {
  const terms = await db.first(sql<FirmTerms>`
    select billing_level = 'member' as "billsByMember", signs_on_own_pages as "signsOnOwnPages"
    from firm where firm_oid = ${firmOid}`);
  return terms ?? { billsByMember: false, signsOnOwnPages: false };
}

/** Whether one of these members, as far as they are the firm's, has an account whose name folds alike:
 * no firm learns the names of another's accounts. */
export async function selectIsNameTakenBy(
  db: Reader,
  firmOid: Id,
  loginIds: readonly string[],
  folded: string,
): Promise<boolean> {
  const other = await db.first(sql`
    select from account_name join member using (login_id)
    where login_id = any(${loginIds}::text[]) and folded_name = ${folded}
      and firm_oid = ${firmOid}`);
  return other !== undefined;
}

/** An account that a request opens: its own row. */
export interface NewAccountRow {
  readonly number: AccountNumber;
  readonly firmOid: Id;
  readonly primaryOwner: string;
  /** The corporate firm that owns it; null where persons do. */
  readonly clientFirmOid: Id | null;
  readonly accountName: string;
  readonly accountType: string;
  readonly billingPlanOid: Id | null;
  readonly defaultTaxLotSelection: string;
  readonly longTermTaxRate: Decimal | null;
  readonly shortTermTaxRate: Decimal | null;
  readonly initContributionDate: Day | null;
  readonly w9BackupWithholding: boolean;
  readonly openedOn: Day;
  readonly openedBy: string | null;
  readonly minor: MinorRow | null;
  readonly minorSsn: SealedSsn;
}

/** Stores the row of a new account. */
export function insertAccount(tx: Tx, row: NewAccountRow): void {
  tx.send(sql`
    insert into account (account_number, firm_oid, primary_owner_login_id, account_name,
      account_type, billing_plan_oid, default_tax_lot_selection, long_term_tax_rate,
      short_term_tax_rate, init_contribution_date, w9_backup_withholding, opened_on,
      opened_by_login_id, client_firm_oid, minor, minor_ssn_sealed, minor_ssn_hash,
      minor_ssn_last4)
    values (${row.number}, ${row.firmOid}, ${row.primaryOwner}, ${row.accountName},
      ${row.accountType}, ${row.billingPlanOid}, ${row.defaultTaxLotSelection},
      ${row.longTermTaxRate}, ${row.shortTermTaxRate}, ${row.initContributionDate},
      ${row.w9BackupWithholding}, ${row.openedOn}, ${row.openedBy}, ${row.clientFirmOid},
      ${row.minor === null ? null : JSON.stringify(row.minor)}::jsonb,
      ${row.minorSsn.sealed}, ${row.minorSsn.hash}, ${row.minorSsn.last4})`);
}

/** Stores the owners of a new account, the primary one first. */
export function insertOwners(tx: Tx, number: string, loginIds: readonly string[]): void {
  tx.send(sql`
    insert into account_owner (account_number, position, login_id)
    select ${number}, entry.position, entry.login_id
    from unnest(${loginIds}::text[]) with ordinality as entry (login_id, position)`);
}

/** Stores the trustees of a new account in their order. */
export function insertTrustees(tx: Tx, number: string, loginIds: readonly string[]): void {
  tx.send(sql`
    insert into account_trustee (account_number, position, login_id)
    select ${number}, entry.position, entry.login_id
    from unnest(${loginIds}::text[]) with ordinality as entry (login_id, position)`);
}

/** A folio that every account has. */
export interface NewFolio {
  readonly folioNumber: string;
  readonly name: string;
  readonly folioType: string;
}

/** Stores the folios of a new account. */
export function insertFolios(tx: Tx, number: string, folios: readonly NewFolio[]): void {
  tx.send(sql`
    insert into folio (account_number, folio_number, name, folio_type)
    select ${number}, entry.* from unnest(${folios.map((each) => each.folioNumber)}::text[],
      ${folios.map((each) => each.name)}::text[],
      ${folios.map((each) => each.folioType)}::text[]) as entry`);
}
