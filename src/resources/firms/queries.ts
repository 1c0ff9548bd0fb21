// Every statement on firms.
import { type Reader, sql } from "../../platform/store/db.ts";

/** Whether the store holds any firm. */
export async function hasFirms(db: Reader): Promise<boolean> {
  const row = await db.first(sql<{ hasFirms: boolean }>`
    select exists (select from firm) as "hasFirms"`);
  return row?.hasFirms === true;
}
