// SQL for members; verification and loading have their own *-queries.ts.

import type { Id } from "@bursar/values/ids";
import { type Caller, type CallerMember, clientsInView } from "../../../platform/change/context.ts";
import {
  lockFirmsOfNodes,
  part,
  type Reader,
  type Statement,
  sql,
  type Tx,
} from "../../../platform/store/db.ts";
import type { MemberFields, MemberRow } from "./member-row.ts";
import type { SealedAddress } from "./sign-in-address.ts";

/** The columns of a firm that decide what its callers see: a `CallerFirm`. */
export const callerFirm = part`
  json_build_object('oid', firm.firm_oid::text, 'kind', firm.kind,
    'partnerCode', firm.partner_code, 'programOids', firm.program_oids::text[])`;

/** The member with this login id; a client is one of an institutional firm. A trustee is no
 * caller. */
export async function selectMember(db: Reader, loginId: string): Promise<CallerMember | undefined> {
  return db.first(sql<CallerMember>`
    select member.login_id as "loginId", member.member_oid as "memberOid", ${callerFirm} as firm,
      member.membership_type = 'client' and firm.kind = 'institutional' as "isClient"
    from member join firm using (firm_oid)
    where member.login_id = ${loginId} and member.membership_type in ('client', 'staff')`);
}

/** A viewer of members, who sees those of a firm (null for every firm) and, where there are logins, only these
 * clients themselves. */
export interface MemberViewer {
  readonly firmOid: Id | null;
  readonly loginIds: readonly string[];
}

/** The operator sees all, a firm its own members, a client itself. */
export function viewerOf(caller: Caller): MemberViewer {
  return {
    firmOid: caller.firm.kind === "operator" ? null : caller.firm.oid,
    loginIds: clientsInView(caller).map(({ loginId }) => loginId),
  };
}

/** The statement that selects the member of that login id, if the viewer may see it. */
export function memberInView(
  loginId: string,
  { firmOid, loginIds }: MemberViewer,
): Statement<{ membershipType: string }> {
  return sql<{ membershipType: string }>`
    select membership_type as "membershipType" from member
    where login_id = ${loginId} and membership_type in ('client', 'staff')
      and firm_oid = coalesce(${firmOid}::bigint, firm_oid)
      and ${loginIds}::text[] <@ array[login_id]`;
}

/** Locks the row of a member until the transaction ends; rows that refer to it may be written. */
export function lockMemberRow(tx: Tx, loginId: string): void {
  lockFirmsOfNodes(tx);
  tx.send(sql`select from member where login_id = ${loginId} for no key update`);
}

/** Locks the rows of some members in order of login id. */
export async function lockMemberRows(tx: Tx, loginIds: readonly string[]): Promise<void> {
  lockFirmsOfNodes(tx);
  await tx.execute(sql`
    select from member where login_id = any(${loginIds}::text[])
    order by login_id for no key update`);
}

/** A stored member. */
export async function selectMemberRow(db: Reader, loginId: string): Promise<MemberRow | undefined> {
  return db.first(sql<MemberRow>`
    select login_id as "loginId", member_oid as "memberOid", firm_oid as "firmOid",
      membership_type as "membershipType", title, first_name as "firstName",
      middle_name as "middleName", last_name as "lastName", suffix,
      date_of_birth as "dateOfBirth", tid_last4 as "tidLast4", email as "email1", email2,
      primary_address as "primaryAddress", mailing_address as "mailingAddress", telephones,
      citizenship, residence_country as "residenceCountry",
      employment_status as "employmentStatus", annual_income_range as "annualIncome",
      liquid_net_worth_range as "liquidNetWorth", net_worth_range as "netWorth",
      accredited_by_income as "accreditedInvestorAnnualIncome",
      accredited_by_net_worth as "accreditedInvestorNetWorth",
      private_placement_experience as "privatePlacementExperience",
      is_director_or_shareholder as "directorOrTenPercentShareholder",
      own_company_tickers as "directorOrTenPercentShareholderCompany",
      finra_affiliated as "finraAffiliated", finra_company as "finraCompany",
      employer_name as "employerName", occupation_type as "occupationType",
      marital_status as "maritalStatus", tax_bracket::text as "taxBracket",
      dependent_count::text as "dependentCount", created_at as "createdAt",
      cip_status as "cipStatus", staff_role as "staffRole",
      sign_in_hash is not null as "hasSealedAddress"
    from member where login_id = ${loginId}`);
}

/** A member that a request adds, with its tax id sealed. */
export interface NewMemberRow extends MemberRow {
  readonly folded: string;
  readonly tidSealed: Buffer | null;
  readonly tidHash: Buffer | null;
  readonly addedBy: Id;
}

/** Adds a member; `member_login_id_folded_key` and `member_tid_key` reject another. */
export function insertMember(tx: Tx, row: NewMemberRow): void {
  tx.send(sql`
    insert into member (login_id, login_id_folded, member_oid, firm_oid, membership_type,
      first_name, last_name, date_of_birth, tid_sealed, tid_hash, tid_last4, created_at, cip_status,
      added_by_api_user_id)
    values (${row.loginId}, ${row.folded}, ${row.memberOid}, ${row.firmOid},
      ${row.membershipType}, ${row.firstName}, ${row.lastName}, ${row.dateOfBirth},
      ${row.tidSealed}, ${row.tidHash}, ${row.tidLast4}, ${row.createdAt}, ${row.cipStatus},
      ${row.addedBy})`);
  updateMemberFields(tx, row.loginId, row);
}

/** Sets the seal of a member's address, or takes it away. */
export function updateAddressSeal(tx: Tx, loginId: string, sealed: SealedAddress): void {
  const { sign_in_sealed, sign_in_hash } = sealed;
  tx.send(sql`
    update member set sign_in_sealed = ${sign_in_sealed}, sign_in_hash = ${sign_in_hash}
    where login_id = ${loginId}`);
}

/** Sets everything that requests may change of a member. */
export function updateMemberFields(tx: Tx, loginId: string, fields: MemberFields): void {
  tx.send(sql`
    update member set title = ${fields.title}, first_name = ${fields.firstName},
      middle_name = ${fields.middleName}, last_name = ${fields.lastName},
      suffix = ${fields.suffix}, email = ${fields.email1}, email2 = ${fields.email2},
      primary_address = ${jsonText(fields.primaryAddress)}::jsonb,
      mailing_address = ${jsonText(fields.mailingAddress)}::jsonb,
      telephones = ${jsonText(fields.telephones)}::jsonb, citizenship = ${fields.citizenship},
      residence_country = ${fields.residenceCountry},
      employment_status = ${fields.employmentStatus},
      annual_income_range = ${fields.annualIncome},
      liquid_net_worth_range = ${fields.liquidNetWorth}, net_worth_range = ${fields.netWorth},
      accredited_by_income = ${fields.accreditedInvestorAnnualIncome},
      accredited_by_net_worth = ${fields.accreditedInvestorNetWorth},
      private_placement_experience = ${fields.privatePlacementExperience}::text[],
      is_director_or_shareholder = ${fields.directorOrTenPercentShareholder},
      own_company_tickers = ${fields.directorOrTenPercentShareholderCompany}::text[],
      finra_affiliated = ${fields.finraAffiliated}, finra_company = ${fields.finraCompany},
      employer_name = ${fields.employerName}, occupation_type = ${fields.occupationType},
      marital_status = ${fields.maritalStatus}, tax_bracket = ${fields.taxBracket}::integer,
      dependent_count = ${fields.dependentCount}::integer
    where login_id = ${loginId}`);
}

function jsonText(value: object | null): string | null {
  return value === null ? null : JSON.stringify(value);
}

/** The claims of a new member that are already taken. */
export interface MemberClaims {
  readonly isLoginIdTaken: boolean;
  readonly isTidTaken: boolean;
}

/** The claims of a new member: its login id without case on the platform, its tax id in its firm. */
export interface ClaimedByMember {
  readonly firmOid: Id;
  readonly folded: string;
  readonly tidHash: Buffer | null;
}

/** Whether another member has the login id, or one of the firm the tax id by its keyed hash. */
export async function selectMemberClaims(
  db: Reader,
  { firmOid, folded, tidHash }: ClaimedByMember,
): Promise<MemberClaims> {
  const [found] = await db.rows(sql<MemberClaims>`
    select exists (select from member where login_id_folded = ${folded}) as "isLoginIdTaken",
      exists (select from member
        where firm_oid = ${firmOid} and tid_hash = ${tidHash}::bytea) as "isTidTaken"`);
  return found ?? { isLoginIdTaken: false, isTidTaken: false };
}

/** Whether a member has the login id, given in the form in which no two may have the same. */
export async function selectIsLoginIdTaken(db: Reader, folded: string): Promise<boolean> {
  const found = await db.first(sql`select from member where login_id_folded = ${folded}`);
  return found !== undefined;
}

/** The kind of a firm, or undefined when there is none. */
export async function selectFirmKind(db: Reader, firmOid: Id): Promise<string | undefined> {
  const firm = await db.first(sql<{ kind: string }>`
    select kind from firm where firm_oid = ${firmOid}`);
  return firm?.kind;
}

/** The firms of some members. */
export async function selectFirmsOfMembers(
  db: Reader,
  loginIds: readonly string[],
): Promise<{ loginId: string; firmOid: Id }[]> {
  return db.rows(sql<{ loginId: string; firmOid: Id }>`
    select login_id as "loginId", firm_oid as "firmOid" from member
    where login_id = any(${loginIds}::text[])`);
}
