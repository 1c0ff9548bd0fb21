// The statements that replace an account's lists: beneficiaries, trusted contacts, exclusions.
import { type Reader, sql, type Tx } from "../../platform/store/db.ts";
import type { BeneficiaryKind, SealedSsn, StoredSsn } from "./beneficiary-ssn.ts";
import type { ExclusionKind } from "./detail-queries.ts";
import type { NewBeneficiary, NewExclusion, NewTrustedContact } from "./schema.ts";

/** The social security numbers of an account's beneficiaries, sealed. */
export async function selectStoredSsns(db: Reader, number: string): Promise<StoredSsn[]> {
  return db.rows(sql<StoredSsn>`
    select account_number as "accountNumber", kind, position, first_name as "firstName",
      last_name as "lastName", date_of_birth as "dateOfBirth", ssn_last4 as "last4",
      ssn_hash as "hash", ssn_sealed as "sealed"
    from beneficiary where account_number = ${number} and ssn_sealed is not null`);
}

/** Removes one list of beneficiaries. */
export function deleteBeneficiaries(tx: Tx, number: string, kind: BeneficiaryKind): void {
  tx.send(sql`
    delete from beneficiary where account_number = ${number} and kind = ${kind}`);
}

/** A beneficiary whose social security number is sealed. */
export type SealedBeneficiary = Omit<NewBeneficiary, "SSN"> & { readonly ssn: SealedSsn };

/** Stores one list of beneficiaries in its order. */
export function insertBeneficiaries(
  tx: Tx,
  number: string,
  kind: BeneficiaryKind,
  list: readonly SealedBeneficiary[],
): void {
  const column = <T>(of: (entry: SealedBeneficiary) => T) => list.map(of);
  tx.send(sql`
    insert into beneficiary (account_number, kind, position, first_name, last_name,
      ssn_sealed, ssn_hash, ssn_last4, citizenship, date_of_birth, relationship, share_pct)
    select ${number}, ${kind}, entry.ordinality, entry.first_name, entry.last_name,
      entry.ssn_sealed, entry.ssn_hash, entry.ssn_last4, entry.citizenship,
      entry.date_of_birth, entry.relationship, entry.share_pct
    from unnest(
      ${column((entry) => entry.firstName)}::text[], ${column((entry) => entry.lastName)}::text[],
      ${column((entry) => entry.ssn.sealed)}::bytea[],
      ${column((entry) => entry.ssn.hash)}::bytea[],
      ${column((entry) => entry.ssn.last4)}::text[],
      ${column((entry) => entry.citizenship ?? null)}::text[],
      ${column((entry) => entry.dateOfBirth ?? null)}::date[],
      ${column((entry) => entry.relationship)}::text[],
      ${column((entry) => entry.sharePct ?? null)}::numeric[])
      with ordinality as entry (first_name, last_name, ssn_sealed, ssn_hash, ssn_last4,
        citizenship, date_of_birth, relationship, share_pct, ordinality)`);
}

/** Removes the trusted contacts. */
export function deleteTrustedContacts(tx: Tx, number: string): void {
  tx.send(sql`delete from trusted_contact where account_number = ${number}`);
}

/** Stores the trusted contacts in their order. */
export function insertTrustedContacts(
  tx: Tx,
  number: string,
  list: readonly NewTrustedContact[],
): void {
  const column = <T>(of: (entry: NewTrustedContact) => T) => list.map(of);
  const address = ({ mailingAddress }: NewTrustedContact) =>
    mailingAddress === undefined ? null : JSON.stringify(mailingAddress);
  tx.send(sql`
    insert into trusted_contact (account_number, position, first_name, last_name, relationship,
      email, telephone, mailing_address, date_of_birth)
    select ${number}, entry.ordinality, entry.first_name, entry.last_name, entry.relationship,
      entry.email, entry.telephone, entry.mailing_address, entry.date_of_birth
    from unnest(
      ${column((entry) => entry.firstName)}::text[], ${column((entry) => entry.lastName)}::text[],
      ${column((entry) => entry.relationship ?? null)}::text[],
      ${column((entry) => entry.email ?? null)}::text[],
      ${column((entry) => entry.telephone ?? null)}::text[], ${column(address)}::jsonb[],
      ${column((entry) => entry.dateOfBirth ?? null)}::date[])
      with ordinality as entry (first_name, last_name, relationship, email, telephone,
        mailing_address, date_of_birth, ordinality)`);
}

/** Removes the exclusions of one kind. */
export function deleteExclusions(tx: Tx, number: string, kind: ExclusionKind): void {
  tx.send(sql`delete from exclusion where account_number = ${number} and kind = ${kind}`);
}

/** Stores the exclusions of one kind in their order. */
export function insertExclusions(
  tx: Tx,
  number: string,
  kind: ExclusionKind,
  list: readonly NewExclusion[],
): void {
  const column = <T>(of: (entry: NewExclusion) => T) => list.map(of);
  tx.send(sql`
    insert into exclusion (account_number, kind, position, value, start_on, end_on)
    select ${number}, ${kind}, entry.ordinality, entry.value, entry.start_on, entry.end_on
    from unnest(${column((entry) => entry.exclusionValue)}::text[],
      ${column((entry) => entry.exclusionStartDate ?? null)}::date[],
      ${column((entry) => entry.exclusionEndDate ?? null)}::date[])
      with ordinality as entry (value, start_on, end_on, ordinality)`);
}
