// SQL of what a security is called: as an event renames it, and as it was before.
import type { Day } from "@bursar/values/dates";
import type { Id } from "@bursar/values/ids";
import { type Reader, sql, type Tx } from "../../../platform/store/db.ts";

/** The names of a security. */
export interface SecurityNames {
  readonly ticker: string;
  readonly cusip: string | null;
  readonly name: string;
}

/** The present names of a security. */
export async function selectNames(db: Reader, securityId: Id): Promise<SecurityNames | undefined> {
  return db.first(sql<SecurityNames>`
    select ticker, cusip, name from security where security_id = ${securityId}`);
}

/** The names of a security until a day, if it was renamed then. */
export async function selectFormerNames(
  db: Reader,
  securityId: Id,
  day: Day,
): Promise<SecurityNames | undefined> {
  return db.first(sql<SecurityNames>`
    select ticker, cusip, name from security_name
    where security_id = ${securityId} and changed_on = ${day} order by ticker limit 1`);
}

/** Whether another security has a ticker now. */
export async function isTickerTaken(db: Reader, securityId: Id, ticker: string): Promise<boolean> {
  const found = await db.first(sql`
    select from security where upper(ticker) = upper(${ticker}) and security_id <> ${securityId}`);
  return found !== undefined;
}

/** Gives a security its names. */
export function updateNames(tx: Tx, securityId: Id, { ticker, cusip, name }: SecurityNames): void {
  tx.send(sql`
    update security set ticker = ${ticker}, cusip = ${cusip}, name = ${name}
    where security_id = ${securityId}`);
}

/** Keeps what a security was called until a day. */
export function insertFormerNames(
  tx: Tx,
  { securityId, day }: { readonly securityId: Id; readonly day: Day },
  { ticker, cusip, name }: SecurityNames,
): void {
  tx.send(sql`
    insert into security_name (security_id, changed_on, ticker, cusip, name)
    values (${securityId}, ${day}, ${ticker}, ${cusip}, ${name})`);
}

/** Forgets that a security was renamed on a day. */
export function deleteFormerNames(tx: Tx, securityId: Id, day: Day): void {
  tx.send(sql`
    delete from security_name where security_id = ${securityId} and changed_on = ${day}`);
}
