// The statement on claims that were refused.
import { type Reader, sql } from "../store/db.ts";

/** When an API user's n-th last claim was refused; undefined if fewer were. */
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
