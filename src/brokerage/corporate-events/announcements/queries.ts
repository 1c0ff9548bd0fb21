// SQL of corporate events.
import type { Day } from "@bursar/values/dates";
import type { Decimal } from "@bursar/values/decimal";
import type { Id } from "@bursar/values/ids";
import { part, type Reader, sql, type Tx } from "../../../platform/store/db.ts";
import { type Announced, type EventFactors, entitledOn } from "./announced.ts";

const columns = part`e.event_id as "eventId", e.kind, e.security_id as "securityId", e.status,
  e.version, e.source, e.external_id as "externalId", e.declared_on as "declaredOn",
  e.ex_on as "exOn", e.record_on as "recordOn", e.effective_on as "effectiveOn",
  e.pay_on as "payOn", e.deadline_at as "deadlineAt", e.terms, e.received,
  e.auto_post as "autoPost", e.auto_post_by as "autoPostBy", e.created_by as "createdBy",
  e.creating_firm_oid as "creatingFirmOid",
  e.announced_by as "announcedBy", e.posted_by as "postedBy",
  e.corrected_by as "correctedBy", e.reversed_by as "reversedBy", e.persons, e.comment,
  e.elections_frozen_at as "electionsFrozenAt", e.created_at as "createdAt"`;

/** An event, if there is one. */
export async function selectEvent(db: Reader, eventId: string): Promise<Announced | undefined> {
  return db.first(sql<Announced>`
    select ${columns} from corporate_event as e where e.event_id = ${eventId}`);
}

/** Locks an event until the transaction ends; undefined where there is none. */
export async function lockEvent(tx: Tx, eventId: string): Promise<Announced | undefined> {
  const found = await tx.first(sql`
    select from corporate_event where event_id = ${eventId} for no key update`);
  return found === undefined ? undefined : selectEvent(tx, eventId);
}

/** Stores an event, new or changed. */
export function storeEvent(tx: Tx, row: Announced): void {
  tx.send(sql`
    insert into corporate_event
      (event_id, kind, security_id, status, version, source, external_id, declared_on, ex_on,
        record_on, effective_on, pay_on, deadline_at, terms, received, auto_post, auto_post_by,
        created_by, creating_firm_oid, announced_by, posted_by, corrected_by, reversed_by, persons, comment, created_at,
        elections_frozen_at, entitled_on, was_announced)
    values
      (${row.eventId}, ${row.kind}, ${row.securityId}, ${row.status}, ${row.version},
        ${row.source}, ${row.externalId}, ${row.declaredOn}, ${row.exOn}, ${row.recordOn},
        ${row.effectiveOn}, ${row.payOn}, ${row.deadlineAt}, ${JSON.stringify(row.terms)}::jsonb,
        ${row.received}, ${row.autoPost}, ${row.autoPostBy}, ${row.createdBy}, ${row.creatingFirmOid}, ${row.announcedBy},
        ${row.postedBy}, ${row.correctedBy}, ${row.reversedBy}, ${row.persons}::text[], ${row.comment},
        ${row.createdAt}, ${row.electionsFrozenAt}, ${entitledOn(row)},
        ${row.status !== "DRAFT" && row.status !== "CANCELLED"})
    on conflict (event_id) do update set
      status = excluded.status, version = excluded.version, declared_on = excluded.declared_on,
      ex_on = excluded.ex_on, record_on = excluded.record_on,
      effective_on = excluded.effective_on, pay_on = excluded.pay_on,
      deadline_at = excluded.deadline_at, terms = excluded.terms, received = excluded.received,
      auto_post = excluded.auto_post, auto_post_by = excluded.auto_post_by,
      announced_by = excluded.announced_by, posted_by = excluded.posted_by,
      corrected_by = excluded.corrected_by, reversed_by = excluded.reversed_by,
      persons = excluded.persons, comment = excluded.comment,
      elections_frozen_at = excluded.elections_frozen_at,
      entitled_on = excluded.entitled_on,
      was_announced = corporate_event.was_announced or excluded.was_announced`);
}

/** A security as far as its events depend on it. */
export interface EventSecurity extends EventFactors {
  readonly issuingFirmOid: Id | null;
  readonly isPrivate: boolean;
  /** Whether the other security, where one is named, is there. */
  readonly hasInto: boolean;
}

/** The security of an event, if there is one, with the factor of the other. */
export async function selectEventSecurity(
  db: Reader,
  securityId: string,
  intoSecurityId: string | null,
): Promise<EventSecurity | undefined> {
  return db.first(sql<EventSecurity>`
    select own.quotation_factor as "factor", into_it.quotation_factor as "intoFactor",
      own.tax_status as "taxStatus",
      own.issuing_firm_oid as "issuingFirmOid", own.instrument_type = 'PR' as "isPrivate",
      (${intoSecurityId}::bigint is null or into_it.security_id is not null) as "hasInto"
    from security as own
      left join security as into_it on into_it.security_id = ${intoSecurityId}
    where own.security_id = ${securityId}`);
}

/** Whether there is the same event: by its external id, or of the security and kind by its ex-date or, without one,
 * by the day that says who is entitled. */
export async function selectDuplicate(
  db: Reader,
  event: Announced,
): Promise<{ readonly byId: boolean } | undefined> {
  return db.first(sql<{ byId: boolean }>`
    select bool_or(coalesce(source = ${event.source} and external_id = ${event.externalId}, false))
      as "byId"
    from corporate_event
    where event_id <> ${event.eventId} and (
        (source = ${event.source} and external_id = ${event.externalId})
        or (security_id = ${event.securityId} and kind = ${event.kind}
          and (ex_on = ${event.exOn} or entitled_on = ${entitledOn(event)})
          and status not in ('CANCELLED', 'REVERSED')))
    having count(*) > 0`);
}

/** The viewer, as far as it decides which events are seen. */
export interface EventViewer {
  readonly isOperator: boolean;
  /** An issuer sees those of its securities. */
  readonly issuingFirmOid: Id | null;
  /** Another sees what is announced of what its accounts hold, or were given: those of a firm, or of clients. */
  readonly firmOid: Id | null;
  readonly accountNumbers: readonly string[] | null;
}

/** The filters of the list of events; null is any. */
export interface EventFilter {
  readonly eventIds: readonly string[] | null;
  readonly status: string | null;
  readonly kind: string | null;
  readonly securityId: string | null;
  readonly exFrom: Day | null;
  readonly exTo: Day | null;
  readonly after: string | null;
  readonly limit: Decimal;
}

/** The filter of some events by id. */
export function eventsById(eventIds: readonly string[]): EventFilter {
  const any = { status: null, kind: null, securityId: null, exFrom: null, exTo: null, after: null };
  return { ...any, eventIds, limit: String(eventIds.length) as Decimal };
}

/** The events that a viewer sees, the newest id first. */
export async function selectEventsInView(
  db: Reader,
  viewer: EventViewer,
  filter: EventFilter,
): Promise<Announced[]> {
  return db.rows(sql<Announced>`
    select ${columns}
    from corporate_event as e join security as s using (security_id)
    where (${filter.eventIds}::bigint[] is null or e.event_id = any(${filter.eventIds}::bigint[]))
      and (${filter.status}::text is null or e.status = ${filter.status})
      and (${filter.kind}::text is null or e.kind = ${filter.kind})
      and (${filter.securityId}::bigint is null or e.security_id = ${filter.securityId})
      and (${filter.exFrom}::date is null or e.ex_on >= ${filter.exFrom})
      and (${filter.exTo}::date is null or e.ex_on <= ${filter.exTo})
      and (${filter.after}::bigint is null or e.event_id < ${filter.after})
      and (${viewer.isOperator} or s.issuing_firm_oid = ${viewer.issuingFirmOid}
        or (e.was_announced and (
          e.security_id in (
            select held.security_id
            from (select distinct asked.security_id from corporate_event as asked
                where ${filter.eventIds}::bigint[] is null
                  or asked.event_id = any(${filter.eventIds}::bigint[])) as asked
              join folio_position as held using (security_id) join account using (account_number)
            where ${viewer.firmOid} in (account.firm_oid, account.client_firm_oid)
              and (${viewer.accountNumbers}::text[] is null
                or held.account_number = any(${viewer.accountNumbers}::text[])))
          or e.event_id in (
            select l.event_id from corporate_event_line as l join account using (account_number)
            where (${filter.eventIds}::bigint[] is null
                or l.event_id = any(${filter.eventIds}::bigint[]))
              and ${viewer.firmOid} in (account.firm_oid, account.client_firm_oid)
              and (${viewer.accountNumbers}::text[] is null
                or l.account_number = any(${viewer.accountNumbers}::text[]))))))
    order by e.event_id desc limit ${filter.limit}::bigint + 1`);
}

/** How the securities of some events are called now. */
export async function selectEventNames(
  db: Reader,
  eventIds: readonly Id[],
): Promise<{ eventId: Id; ticker: string; companyName: string }[]> {
  return db.rows(sql<{ eventId: Id; ticker: string; companyName: string }>`
    select e.event_id as "eventId", s.ticker, s.name as "companyName"
    from corporate_event as e join security as s using (security_id)
    where e.event_id = any(${eventIds}::bigint[])`);
}

/** Events by id. */
export async function selectEvents(db: Reader, eventIds: readonly Id[]): Promise<Announced[]> {
  return db.rows(sql<Announced>`
    select ${columns} from corporate_event as e where e.event_id = any(${eventIds}::bigint[])`);
}

/** Announced events of what an account holds, of which it has no line yet. */
export async function selectUpcoming(db: Reader, accountNumber: string): Promise<Announced[]> {
  return db.rows(sql<Announced>`
    select ${columns} from corporate_event as e
    where e.status = 'ANNOUNCED' and e.security_id in (
      select security_id from folio_position where account_number = ${accountNumber})
    order by e.event_id`);
}

/** Events of a status, in order of id. */
export async function selectEventsOfStatus(
  db: Reader,
  statuses: readonly string[],
  most: number,
): Promise<Announced[]> {
  return db.rows(sql<Announced>`
    select ${columns} from corporate_event as e
    where e.status = any(${statuses}::text[]) order by e.event_id limit ${most}`);
}

/** The split of a security that an event announces. */
export interface SplitOfEvent {
  readonly securityId: Id;
  readonly exOn: Day;
  readonly ratioNew: string;
  readonly ratioOld: string;
}

/** Writes a split, in the place of another of its day. */
export function insertSplit(tx: Tx, { securityId, exOn, ratioNew, ratioOld }: SplitOfEvent): void {
  tx.send(sql`
    insert into security_split (security_id, ex_on, ratio_new, ratio_old)
    values (${securityId}, ${exOn}, ${ratioNew}, ${ratioOld})
    on conflict (security_id, ex_on) do update
      set ratio_new = excluded.ratio_new, ratio_old = excluded.ratio_old`);
}

/** Removes the split of a security on a day. */
export function deleteSplit(tx: Tx, { securityId, exOn }: SplitOfEvent): void {
  tx.send(sql`delete from security_split where security_id = ${securityId} and ex_on = ${exOn}`);
}
