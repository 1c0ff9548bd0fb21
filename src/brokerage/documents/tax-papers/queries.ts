// SQL for tax papers that are kept.
import { type Reader, sql } from "../../../platform/store/db.ts";

/** Whether an account has a paper of that name. */
export async function selectHasPaper(
  db: Reader,
  accountNumber: string,
  name: string,
): Promise<boolean> {
  const found = await db.first(sql`
    select document_oid from document
    where subject = ${accountNumber} and report_type = 'X' and name = ${name} limit 1`);
  return found !== undefined;
}
