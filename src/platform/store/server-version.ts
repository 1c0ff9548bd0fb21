// The version of PostgreSQL, as the server reports it.
import { type Reader, sql } from "./db.ts";

/** The version without the packager's suffix, such as `18.4`. */
export async function selectServerVersion(db: Reader): Promise<string | undefined> {
  const row = await db.first(sql<{ version: string }>`
    select split_part(current_setting('server_version'), ' ', 1) as version`);
  return row?.version;
}
