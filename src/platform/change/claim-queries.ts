// The statement on claims that were refused.
import { type Reader, sql } from "../store/db.ts";

/** When the last but so many of an API user's claims was refused; undefined where fewer were. */
export async function selectRefusedAt(
  db: Reader,
  subject: string,
  count: number,
): Promise<Date | undefined> {
  const row = await db.first(sql<{ at: Date }>`
    select occurred_at as at from audit_entry where subject = ${subject}
    order by sequence desc limit 1 offset ${count - 1}::integer`);
  return row?.at;
}
