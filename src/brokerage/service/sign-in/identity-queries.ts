// SQL for the identities of people at an OpenID Connect provider.

import type { Id } from "@bursar/values/ids";
import type { IdentityOfPerson } from "../../../platform/auth/session.ts";
import { type Reader, sql, type Tx } from "../../../platform/store/db.ts";
import type { AddressOfPerson } from "../../clients-and-accounts/members/reads.ts";
import { linkedBy, type PersonRow, person, rightsOfPerson } from "./queries.ts";

/** An identity as it is stored, with what its person may do; `id` is that of the API user. */
export interface IdentityRow extends PersonRow {
  readonly withdrawnAt: Date | null;
}

/** The identity of a subject at an issuer. */
export async function selectIdentity(
  db: Reader,
  issuer: string,
  subject: string,
): Promise<IdentityRow | undefined> {
  return db.first(sql<IdentityRow>`
    select api_user_id as id, given.bound_at as at, given.row_hash as hash,
      given.withdrawn_at as "withdrawnAt", ${linkedBy}, ${person}
    from console_identity as given ${rightsOfPerson}
    where given.issuer = ${issuer} and given.provider_subject = ${subject}`);
}

/** Locks the identity of a person against its withdrawal; whether it is still good. */
export async function lockIdentity(
  tx: Tx,
  { issuer, subject }: Pick<IdentityOfPerson, "issuer" | "subject">,
  loginId: string,
): Promise<boolean> {
  const row = await tx.first(sql`
    select from console_identity
    where issuer = ${issuer} and provider_subject = ${subject} and login_id = ${loginId}
      and withdrawn_at is null
    for share`);
  return row !== undefined;
}

/** Whether a subject was ever bound at an issuer, soundly or not. */
export async function isSubjectKnown(
  db: Reader,
  issuer: string,
  subject: string,
): Promise<boolean> {
  const row = await db.first(sql`
    select from console_identity where issuer = ${issuer} and provider_subject = ${subject}`);
  return row !== undefined;
}

/** One whose address a provider has verified; `hash` is that of the sealed address. */
export interface PersonOfAddress extends AddressOfPerson {
  readonly hash: Buffer;
  readonly isUnbound: boolean;
}

/** The people of a firm, not of the operator, whose sealed e-mail address this is, ignoring the
 * case of ASCII letters. It also says whether each has no identity at the issuer, not even a
 * withdrawn one. */
export async function selectPeopleByEmail(
  db: Reader,
  firmOid: string,
  email: string,
  issuer: string,
): Promise<PersonOfAddress[]> {
  return db.rows(sql<PersonOfAddress>`
    select login_id as "loginId", firm_oid as "firmOid", membership_type as "membershipType",
      staff_role as "staffRole", email, sign_in_hash as hash, not exists (
        select from console_identity as bound
        where bound.issuer = ${issuer} and bound.login_id = member.login_id) as "isUnbound"
    from member join firm using (firm_oid)
    where member.firm_oid = ${firmOid} and firm.kind <> 'operator'
      and membership_type in ('client', 'staff') and sign_in_hash is not null
      and lower(member.email collate "C") = lower(${email} collate "C")`);
}

/** The stored part of a new identity. */
export interface NewIdentity {
  readonly issuer: string;
  readonly subject: string;
  readonly apiUserId: Id;
  readonly loginId: string;
  readonly at: Date;
  readonly linkedBy: string | null;
  readonly hash: Buffer;
}

/** Removes what was known of a subject and of a person at an issuer, for a new binding. */
export function deleteIdentities(
  tx: Tx,
  { issuer, subject, loginId }: Pick<NewIdentity, "issuer" | "subject" | "loginId">,
): void {
  tx.send(sql`
    delete from console_identity
    where issuer = ${issuer} and (provider_subject = ${subject} or login_id = ${loginId})`);
}

/** Stores an identity; whether neither its subject nor its person had one. */
export async function insertIdentity(tx: Tx, identity: NewIdentity): Promise<boolean> {
  const { issuer, subject, apiUserId, loginId, at, linkedBy: maker, hash } = identity;
  const count = await tx.execute(sql`
    insert into console_identity
      (issuer, provider_subject, api_user_id, login_id, bound_at, linked_by, row_hash)
    values (${issuer}, ${subject}, ${apiUserId}, ${loginId}, ${at}, ${maker}, ${hash})
    on conflict do nothing`);
  return count === 1;
}

/** An identity by all that its hash covers. */
export interface HashedIdentity extends IdentityOfPerson {
  readonly hash: Buffer;
}

/** All identities, withdrawn ones too. */
export async function selectIdentities(tx: Tx): Promise<HashedIdentity[]> {
  return tx.rows(sql<HashedIdentity>`
    select issuer, provider_subject as subject, api_user_id as "apiUserId", login_id as "loginId",
      bound_at as at, linked_by as "linkedBy", row_hash as hash
    from console_identity`);
}

/** Stores the hashes of some identities. */
export async function updateIdentityHashes(
  tx: Tx,
  rows: readonly Pick<HashedIdentity, "issuer" | "subject" | "hash">[],
): Promise<void> {
  await tx.execute(sql`
    update console_identity as bound set row_hash = given.hash
    from unnest(${rows.map(({ issuer }) => issuer)}::text[],
      ${rows.map(({ subject }) => subject)}::text[],
      ${rows.map(({ hash }) => hash)}::bytea[]) as given (issuer, subject, hash)
    where bound.issuer = given.issuer and bound.provider_subject = given.subject`);
}

/** Withdraws the identities of a person, and those that links of the person have bound unless the person has one of
 * their own at the provider: behind one of them might be the person; how many there were. */
export async function updateIdentitiesWithdrawn(
  tx: Tx,
  loginId: string,
  now: Date,
): Promise<number> {
  return tx.execute(sql`
    update console_identity as bound set withdrawn_at = ${now}
    where bound.withdrawn_at is null and (bound.login_id = ${loginId} or (
      bound.linked_by = ${loginId} and not exists (
        select from console_identity as own
        where own.issuer = bound.issuer and own.login_id = ${loginId})))`);
}
