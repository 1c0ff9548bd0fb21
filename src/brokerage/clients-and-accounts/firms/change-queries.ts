// The statements that read a whole firm, add one and change one.

import type { Id } from "@bursar/values/ids";
import type { MacFields } from "../../../platform/keys/row-mac.ts";
import { lockOffersOfNodes, type Reader, sql, type Tx } from "../../../platform/store/db.ts";
import type { FirmFields, FirmRow } from "./firm-row.ts";
import { firmMacTable } from "./mac-queries.ts";

/** A stored firm. */
export async function selectFirm(db: Reader, firmOid: string): Promise<FirmRow | undefined> {
  return db.first(sql<FirmRow>`
    select firm_oid as "firmOid", kind, partner_code as "partnerCode", name as "firmName",
      managing_firm_oid as "managingFirmOid", tid_sealed as "tidSealed",
      tax_id_type as "firmTaxIdType", tax_classification as "taxClassification",
      telephone1 as "firmTelephone1", telephone2 as "firmTelephone2", email1 as "firmEmail1",
      email2 as "firmEmail2", address as "primaryAddress", state,
      representative_login_id as "representativeLoginId", finra_affiliated as "finraAffiliated",
      is_director_or_shareholder as "directorOrTenPercentShareholder",
      finra_company as "finraCompany", under_contract as "underContract"
    from firm where firm_oid = ${firmOid}`);
}

/** Locks a firm until the transaction ends; rows that refer to it may be written. */
export function lockFirm(tx: Tx, firmOid: Id): void {
  lockOffersOfNodes(tx);
  tx.send(sql`select from firm where firm_oid = ${firmOid} for no key update`);
}

/** Whether a firm has the tax id of this hash. */
export async function selectIsTaxIdTaken(db: Reader, tidHash: Buffer): Promise<boolean> {
  return (await db.first(sql`select from firm where tid_hash = ${tidHash}`)) !== undefined;
}

/** A firm that a request adds, with the keyed hash of its tax id. */
export interface NewFirmRow extends FirmRow {
  readonly tidHash: Buffer;
}

/** Adds a corporate firm, and returns the fields under its MAC; `firm_tax_id_key` rejects a tax id that
 * another has. */
export async function insertFirm(tx: Tx, row: NewFirmRow): Promise<MacFields> {
  tx.send(sql`
    insert into firm (firm_oid, partner_code, name, kind, billing_level, under_contract,
      program_oids, version, managing_firm_oid, representative_login_id, tid_sealed, tid_hash,
      tax_id_type)
    values (${row.firmOid}, ${row.partnerCode}, ${row.firmName}, 'issuing', 'account', false, '{}',
      1, ${row.managingFirmOid}, ${row.representativeLoginId}, ${row.tidSealed}, ${row.tidHash},
      ${row.firmTaxIdType})`);
  updateFirmFields(tx, row.firmOid, row);
  const added = await tx.first(sql<{ fields: MacFields }>`
    select ${firmMacTable.fields} as fields from firm where firm_oid = ${row.firmOid}`);
  return added?.fields ?? [];
}

/** Stores the MAC of the first version of a firm. */
export function updateFirmMac(tx: Tx, firmOid: Id, mac: Buffer): void {
  tx.send(sql`
    with sealed as (
      update firm set mac = ${mac} where firm_oid = ${firmOid} returning firm_oid, version)
    insert into sealed_version (table_name, row_key, version)
    select 'firm', firm_oid, version from sealed on conflict do nothing`);
}

/** Sets everything that requests may change of a firm. */
export function updateFirmFields(tx: Tx, firmOid: Id, fields: FirmFields): void {
  const { primaryAddress } = fields;
  const address = primaryAddress === null ? null : JSON.stringify(primaryAddress);
  tx.send(sql`
    update firm set name = ${fields.firmName}, tax_classification = ${fields.taxClassification},
      telephone1 = ${fields.firmTelephone1}, telephone2 = ${fields.firmTelephone2},
      email1 = ${fields.firmEmail1}, email2 = ${fields.firmEmail2}, address = ${address}::jsonb,
      state = ${fields.state}, representative_login_id = ${fields.representativeLoginId},
      finra_affiliated = ${fields.finraAffiliated},
      is_director_or_shareholder = ${fields.directorOrTenPercentShareholder},
      finra_company = ${fields.finraCompany}, under_contract = ${fields.underContract}
    where firm_oid = ${firmOid}`);
}

/** A corporate firm as the owner of accounts. */
export interface OwningFirm {
  readonly firmOid: Id;
  readonly representativeLoginId: string;
  readonly issuerAccountNumber: string | null;
}

/** The corporate firm of that id, if the other firm manages it. */
export async function selectManagedFirm(
  db: Reader,
  firmOid: Id,
  managingFirmOid: Id,
): Promise<OwningFirm | undefined> {
  return db.first(sql<OwningFirm>`
    select firm_oid as "firmOid", representative_login_id as "representativeLoginId",
      issuer_account_number as "issuerAccountNumber"
    from firm where firm_oid = ${firmOid} and managing_firm_oid = ${managingFirmOid}`);
}

/** Makes an account the one of the firm as an issuer. */
export function updateIssuerAccount(tx: Tx, firmOid: Id, accountNumber: string): void {
  tx.send(sql`
    update firm set issuer_account_number = ${accountNumber} where firm_oid = ${firmOid}`);
}

/** Firms and those that manage them, of some firms. */
export async function selectManagers(
  db: Reader,
  firmOids: readonly Id[],
): Promise<{ firmOid: Id; managingFirmOid: Id }[]> {
  return db.rows(sql<{ firmOid: Id; managingFirmOid: Id }>`
    select firm_oid as "firmOid", managing_firm_oid as "managingFirmOid" from firm
    where firm_oid = any(${firmOids}::bigint[]) and managing_firm_oid is not null`);
}
