// The statements that replace an account's lists: beneficiaries, trusted contacts, exclusions. New
// rows are stored one by one: a distributed store copies rows that are selected to their node, which
// commits in two phases. A row in place of another is half the work of one removed and one stored.
import { type Reader, sql, type Tx } from "../../../platform/store/db.ts";
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

/** Removes what one list of beneficiaries has behind the given length. */
export function deleteBeneficiaries(
  tx: Tx,
  number: string,
  kind: BeneficiaryKind,
  behind: number,
): void {
  tx.send(sql`
    delete from beneficiary
    where account_number = ${number} and kind = ${kind} and position > ${behind}`);
}

/** A beneficiary whose social security number is sealed. */
export type SealedBeneficiary = Omit<NewBeneficiary, "SSN"> & { readonly ssn: SealedSsn };

/** Stores one list of beneficiaries in its order, in place of those with the same places. */
export function upsertBeneficiaries(
  tx: Tx,
  number: string,
  kind: BeneficiaryKind,
  list: readonly SealedBeneficiary[],
): void {
  for (const [index, entry] of list.entries()) {
    const { firstName, lastName, ssn, citizenship, dateOfBirth, relationship, sharePct } = entry;
    tx.send(sql`
      insert into beneficiary (account_number, kind, position, first_name, last_name,
        ssn_sealed, ssn_hash, ssn_last4, citizenship, date_of_birth, relationship, share_pct)
      values (${number}, ${kind}, ${index + 1}, ${firstName}, ${lastName},
        ${ssn.sealed}, ${ssn.hash}, ${ssn.last4}, ${citizenship ?? null}, ${dateOfBirth ?? null},
        ${relationship}, ${sharePct ?? null})
      on conflict (account_number, kind, position) do update set
        first_name = excluded.first_name, last_name = excluded.last_name,
        ssn_sealed = excluded.ssn_sealed, ssn_hash = excluded.ssn_hash,
        ssn_last4 = excluded.ssn_last4, citizenship = excluded.citizenship,
        date_of_birth = excluded.date_of_birth, relationship = excluded.relationship,
        share_pct = excluded.share_pct`);
  }
}

/** Removes the trusted contacts behind the given length. */
export function deleteTrustedContacts(tx: Tx, number: string, behind: number): void {
  tx.send(sql`
    delete from trusted_contact where account_number = ${number} and position > ${behind}`);
}

/** Stores the trusted contacts in their order, in place of those with the same places. */
export function upsertTrustedContacts(
  tx: Tx,
  number: string,
  list: readonly NewTrustedContact[],
): void {
  for (const [index, entry] of list.entries()) {
    const { firstName, lastName, relationship, email, telephone, dateOfBirth } = entry;
    const address = entry.mailingAddress && JSON.stringify(entry.mailingAddress);
    tx.send(sql`
      insert into trusted_contact (account_number, position, first_name, last_name, relationship,
        email, telephone, mailing_address, date_of_birth)
      values (${number}, ${index + 1}, ${firstName}, ${lastName}, ${relationship ?? null},
        ${email ?? null}, ${telephone ?? null}, ${address ?? null}::jsonb, ${dateOfBirth ?? null})
      on conflict (account_number, position) do update set
        first_name = excluded.first_name, last_name = excluded.last_name,
        relationship = excluded.relationship, email = excluded.email,
        telephone = excluded.telephone, mailing_address = excluded.mailing_address,
        date_of_birth = excluded.date_of_birth`);
  }
}

/** Removes the exclusions of one kind behind the given length. */
export function deleteExclusions(
  tx: Tx,
  number: string,
  kind: ExclusionKind,
  behind: number,
): void {
  tx.send(sql`
    delete from exclusion
    where account_number = ${number} and kind = ${kind} and position > ${behind}`);
}

/** An exclusion with its place in the list of its kind, counted from 1. */
export interface PlacedExclusion extends NewExclusion {
  readonly kind: ExclusionKind;
  readonly position: number;
}

/** Overwrites the stored exclusions that have the same kind and position. */
export function updateExclusions(tx: Tx, number: string, list: readonly PlacedExclusion[]): void {
  if (list.length === 0) return;
  tx.send(sql`
    update exclusion set value = new.value, start_on = new.start_on, end_on = new.end_on
    from unnest(${list.map(({ kind }) => kind)}::text[],
      ${list.map(({ position }) => position)}::integer[],
      ${list.map(({ exclusionValue }) => exclusionValue)}::text[],
      ${list.map(({ exclusionStartDate }) => exclusionStartDate ?? null)}::date[],
      ${list.map(({ exclusionEndDate }) => exclusionEndDate ?? null)}::date[]
    ) as new (kind, position, value, start_on, end_on)
    where account_number = ${number} and exclusion.kind = new.kind
      and exclusion.position = new.position`);
}

/** Stores exclusions at positions that were free. */
export function insertExclusions(tx: Tx, number: string, list: readonly PlacedExclusion[]): void {
  for (const { kind, position, ...exclusion } of list) {
    const { exclusionValue, exclusionStartDate, exclusionEndDate } = exclusion;
    tx.send(sql`
      insert into exclusion (account_number, kind, position, value, start_on, end_on)
      values (${number}, ${kind}, ${position}, ${exclusionValue}, ${exclusionStartDate ?? null},
        ${exclusionEndDate ?? null})`);
  }
}
