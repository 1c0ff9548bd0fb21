// SQL for sign-in links and sessions.

import type { Id } from "@bursar/values/ids";
import { part, type Reader, sql, type Tx } from "../../../platform/store/db.ts";
import { type UserRow, userColumns } from "../api-users/reads.ts";

/** The role of one of a firm's staff. */
export type StaffRole = "viewer" | "adviser" | "administrator";

/** A person who may sign in, with the API user as which, and the hash of the secret that proves
 * it. */
export interface PersonRow extends UserRow {
  readonly id: Id;
  readonly loginId: string;
  readonly memberOid: Id;
  readonly name: string;
  readonly isClient: boolean;
  readonly staffRole: StaffRole | null;
  readonly firmName: string;
  readonly at: Date;
  /** The administrator who made the link that it is, or by which it came to be. */
  readonly linkedBy: string | null;
  /** Whether that administrator is one of the person's own firm. */
  readonly isByColleague: boolean;
  readonly hash: Buffer;
}

/** A link as it is stored. */
export interface LinkRow extends PersonRow {
  readonly usedAt: Date | null;
}

/** A session as it is stored. */
export interface SessionRow extends PersonRow {
  readonly lastUsedAt: Date;
  readonly endedAt: Date | null;
  /** Null of a session that began by a link. */
  readonly authenticatedAt: Date | null;
}

/** The columns of a `PersonRow` but those of its own table. */
export const person = part`
  ${userColumns}, member.login_id as "loginId", member.member_oid as "memberOid",
  concat_ws(' ', member.first_name, member.last_name) as name,
  member.membership_type = 'client' and firm.kind = 'institutional' as "isClient",
  member.staff_role as "staffRole",
  firm.name as "firmName"`;

/** By whose link a session or an identity, called `given`, came to be. */
export const linkedBy = part`given.linked_by as "linkedBy", exists (
    select from member as maker
    where maker.login_id = given.linked_by and maker.firm_oid = member.firm_oid)
    as "isByColleague"`;

/** The tables behind them, joined to one called `given`. */
export const rightsOfPerson = part`
  join api_user using (api_user_id) join firm using (firm_oid)
  join member on member.login_id = given.login_id and member.firm_oid = firm.firm_oid
    and member.membership_type in ('client', 'staff')`;

/** The link of an id, used or not. */
export async function selectLink(db: Reader, linkId: Id): Promise<LinkRow | undefined> {
  return db.first(sql<LinkRow>`
    select given.link_id as id, given.created_at as at, given.secret_hash as hash,
      given.used_at as "usedAt", given.made_by as "linkedBy", exists (
        select from member as maker
        where maker.login_id = given.made_by and maker.firm_oid = member.firm_oid)
        as "isByColleague", ${person}
    from console_link as given ${rightsOfPerson} where given.link_id = ${linkId}`);
}

/** The session of an id, ended or not. */
export async function selectSession(db: Reader, sessionId: Id): Promise<SessionRow | undefined> {
  return db.first(sql<SessionRow>`
    select given.session_id as id, given.started_at as at, given.secret_hash as hash,
      given.last_used_at as "lastUsedAt", given.ended_at as "endedAt",
      given.authenticated_at as "authenticatedAt", ${linkedBy}, ${person}
    from console_session as given ${rightsOfPerson} where given.session_id = ${sessionId}`);
}

/** An API user of a person's firm. */
export interface UserOfFirm {
  readonly apiUserId: Id;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly boundLoginId: string | null;
}

/** The API users of a person's firm in order of id; empty where nobody may sign in by this login. */
export async function selectUsersOfPerson(db: Reader, loginId: string): Promise<UserOfFirm[]> {
  return db.rows(sql<UserOfFirm>`
    select api_user_id as "apiUserId", api_user.name, scopes, bound_login_id as "boundLoginId"
    from member join api_user using (firm_oid)
    where login_id = ${loginId} and membership_type in ('client', 'staff')
    order by api_user_id`);
}

/** The stored part of a new link or session. */
export interface NewRow {
  readonly id: Id;
  readonly apiUserId: Id;
  readonly loginId: string;
  readonly at: Date;
  readonly linkedBy: string | null;
  readonly hash: Buffer;
}

/** Stores a link. */
export function insertLink(tx: Tx, row: NewRow): void {
  const { id, apiUserId, loginId, at, linkedBy, hash } = row;
  tx.send(sql`
    insert into console_link (link_id, api_user_id, login_id, created_at, made_by, secret_hash)
    values (${id}, ${apiUserId}, ${loginId}, ${at}, ${linkedBy}, ${hash})`);
}

/** Uses a link up; whether it was still unused. */
export async function updateLinkUsed(tx: Tx, linkId: Id, now: Date): Promise<boolean> {
  const count = await tx.execute(sql`
    update console_link set used_at = ${now} where link_id = ${linkId} and used_at is null`);
  return count === 1;
}

/** The stored part of a new session. */
export interface NewSession extends NewRow {
  readonly authenticatedAt: Date;
}

/** Stores a session that begins. */
export function insertSession(tx: Tx, row: NewSession): void {
  const { id, apiUserId, loginId, at, authenticatedAt, linkedBy, hash } = row;
  tx.send(sql`
    insert into console_session (session_id, api_user_id, login_id, started_at, last_used_at,
      authenticated_at, linked_by, secret_hash)
    values (${id}, ${apiUserId}, ${loginId}, ${at}, ${at}, ${authenticatedAt}, ${linkedBy}, ${hash})`);
}

/** Stores a session as it was, where it is not there: in a sandbox that has begun anew. Without its person or API user
 * it proves nothing. */
export function insertKeptSession(tx: Tx, row: SessionRow): void {
  tx.send(sql`
    insert into console_session (session_id, api_user_id, login_id, started_at, last_used_at,
      authenticated_at, linked_by, secret_hash)
    values (${row.id}, ${row.apiUserId}, ${row.loginId}, ${row.at}, ${row.lastUsedAt},
      ${row.authenticatedAt}, ${row.linkedBy}, ${row.hash})
    on conflict (session_id) do nothing`);
}

/** Notes when a session was last used (no audit: no data is changed). */
export async function updateSessionUse(tx: Tx, sessionId: Id, now: Date): Promise<void> {
  await tx.execute(sql`
    update console_session set last_used_at = ${now}
    where session_id = ${sessionId} and ended_at is null and last_used_at < ${now}`);
}

/** Ends a session; whether it was open. */
export async function updateSessionEnded(tx: Tx, sessionId: Id, now: Date): Promise<boolean> {
  const count = await tx.execute(sql`
    update console_session set ended_at = ${now}
    where session_id = ${sessionId} and ended_at is null`);
  return count === 1;
}

/** The sessions to end: that of an id, and all of a person and by links of that person. */
export interface Ending {
  readonly sessionId: Id | null;
  readonly loginId: string;
}

/** Ends sessions that are open; returns them. */
export async function updateSessionsEnded(
  tx: Tx,
  { sessionId, loginId }: Ending,
  now: Date,
): Promise<{ readonly sessionId: Id; readonly loginId: string }[]> {
  return tx.rows(sql<{ sessionId: Id; loginId: string }>`
    update console_session set ended_at = ${now}
    where ended_at is null and (session_id = ${sessionId}::bigint or login_id = ${loginId}
      or linked_by = ${loginId})
    returning session_id as "sessionId", login_id as "loginId"`);
}

/** Uses up the links of a person, and by one, that nobody has used. */
export async function updateLinksUsed(tx: Tx, loginId: string, now: Date): Promise<number> {
  return tx.execute(sql`
    update console_link set used_at = ${now}
    where (login_id = ${loginId} or made_by = ${loginId}) and used_at is null`);
}

/** Removes links and sessions that began before a time and can no longer be used, a thousand of each
 * at most (no audit: no data is changed). */
export function deleteOldRows(tx: Tx, before: Date): void {
  tx.send(sql`
    delete from console_link where link_id in (
      select link_id from console_link where created_at < ${before} limit 1000)`);
  tx.send(sql`
    delete from console_session where session_id in (
      select session_id from console_session where started_at < ${before} limit 1000)`);
}

/** A session as it may be listed. */
export interface ListedSession {
  readonly sessionId: Id;
  readonly loginId: string;
  readonly apiUserId: Id;
  readonly startedAt: Date;
  readonly lastUsedAt: Date;
  readonly endedAt: Date | null;
}

/** The sessions that began after a time, oldest first. */
export async function selectSessions(db: Reader, after: Date): Promise<ListedSession[]> {
  return db.rows(sql<ListedSession>`
    select session_id as "sessionId", login_id as "loginId", api_user_id as "apiUserId",
      started_at as "startedAt", last_used_at as "lastUsedAt", ended_at as "endedAt"
    from console_session where started_at > ${after} order by started_at, session_id`);
}
