// SQL of what series count as accrued by the lines of corporate events. (docs/corporate-events.md)
import type { Id } from "@bursar/values/ids";
import { type Reader, sql, type Tx } from "../../../platform/store/db.ts";
import type { EventRow } from "../entitlements/reads.ts";
import type { DueLine } from "./line-queries.ts";

/** The amounts of a line that series count, and those that they shall count; null is nothing. */
export interface Accrual extends DueLine {
  readonly accrued: readonly EventRow[] | null;
  readonly promised: readonly EventRow[] | null;
}

/** Lines that have changed since series last followed them; by event and account. */
export async function selectLinesToAccrue(db: Reader, most: number): Promise<DueLine[]> {
  return db.rows(sql<DueLine>`
    select account_number as "accountNumber", event_id as "eventId" from corporate_event_line
    where to_accrue order by event_id, account_number limit ${most}`);
}

/** The accruals of those of some lines that have changed, which stay locked until the transaction ends. Payouts count
 * with the journals of their cash while a line is due, and shares while they are not booked. Neither does where the
 * books have the rows already. */
export async function lockAccruals(tx: Tx, due: readonly DueLine[]): Promise<Accrual[]> {
  const numbers = due.map(({ accountNumber }) => accountNumber);
  const eventIds = due.map(({ eventId }) => eventId);
  // In one statement with its event a line would be as it was before the wait for its lock.
  tx.send(sql`
    select from corporate_event_line
    where account_number = any(${numbers}::text[]) and event_id = any(${eventIds}::bigint[])
    order by account_number, event_id for no key update`);
  const accruals = await tx.rows(sql<Accrual>`
    select l.account_number as "accountNumber", l.event_id as "eventId", l.accrued,
      case when l.found_ids = '{}' and e.status <> 'CANCELLED' then nullif(case
        when l.status = 'DUE' and e.kind in ('DIV', 'INT', 'CGD', 'ROC', 'LIQ', 'OPT')
          then jsonb_path_query_array(l.entitlement, '$.rows[*] ? (@.transactionType == "DIV" ||
            @.transactionType == "INT" || @.transactionType == "ROC" || @.transactionType == "CJL")')
        when l.status in ('DUE', 'HELD', 'REFUSED') and e.kind in ('SPL', 'SDV', 'SPO')
          then jsonb_path_query_array(l.entitlement,
            '$.rows[*] ? (@.transactionType == "SPL" || @.transactionType == "SPO")')
      end, '[]'::jsonb) end as "promised"
    from corporate_event_line as l join corporate_event as e using (event_id)
    where l.account_number = any(${numbers}::text[]) and l.event_id = any(${eventIds}::bigint[])
      and l.to_accrue`);
  // Each account has been looked up with each event.
  const keys = new Set(due.map(lineKey));
  return accruals.filter((accrual) => keys.has(lineKey(accrual)));
}

/** The account and the event of a line as one text. */
export function lineKey({ accountNumber, eventId }: DueLine): string {
  return `${accountNumber} ${eventId}`;
}

/** Stores what series count of a line from now on. */
export function storeAccrued(tx: Tx, { accountNumber, eventId, promised }: Accrual): void {
  tx.send(sql`
    update corporate_event_line
    set accrued = nullif(${JSON.stringify(promised)}::jsonb, 'null'::jsonb), to_accrue = false
    where account_number = ${accountNumber} and event_id = ${eventId}`);
}

/** Lets the lines of accounts that were computed from their facts stay so, where only the version has moved on by one:
 * what is accrued changes no fact. */
export function followVersions(tx: Tx, accountNumbers: readonly string[]): void {
  tx.send(sql`
    update corporate_event_line as l set facts_version = f.version from account_facts as f
    where f.account_number = l.account_number
      and l.account_number = any(${accountNumbers}::text[]) and l.facts_version = f.version - 1`);
}

/** Lets series follow the lines of a cancelled event, none of which is booked any more. */
export function endAccruals(tx: Tx, eventId: Id): void {
  tx.send(sql`
    update corporate_event_line set to_accrue = true
    where event_id = ${eventId} and accrued is not null`);
}
