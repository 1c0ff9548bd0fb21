// SQL of rates of backup withholding.
import { type Reader, sql } from "../../platform/store/db.ts";
import type { BackupRate } from "./rates.ts";

/** The rates that were loaded. */
export async function selectBackupRates(db: Reader): Promise<BackupRate[]> {
  return db.rows(sql<BackupRate>`
    select withheld_from as "from", rate from backup_withholding order by withheld_from`);
}
