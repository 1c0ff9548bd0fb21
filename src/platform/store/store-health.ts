// Whether the store responds, and whether it takes changes.
import type pg from "pg";
import { type Reader, sql } from "./sql.ts";

/** Whether it serves a read now. */
export async function responds(database: Reader): Promise<boolean> {
  try {
    await database.rows(sql`select 1`);
    return true;
  } catch {
    return false;
  }
}

/** A standby, or a primary set to read only, takes none; while every connection is in use, changes
 * are being made. */
export async function takesChanges(pool: pg.Pool): Promise<boolean> {
  if (pool.idleCount === 0 && pool.totalCount === pool.options.max) return true;
  try {
    const { rows } = await pool.query<{ isFixed: boolean }>(
      `select current_setting('transaction_read_only')::boolean as "isFixed"`,
    );
    return rows[0]?.isFixed === false;
  } catch {
    return false;
  }
}
