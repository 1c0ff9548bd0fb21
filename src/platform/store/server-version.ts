// The version of the PostgreSQL that the service uses, as that tells it.
import { type Reader, sql } from "./db.ts";

/** The version without what the packager has added, such as `18.4`. */
export async function selectServerVersion(db: Reader): Promise<string | undefined> {
  const row = await db.first(sql<{ version: string }>`
    select split_part(current_setting('server_version'), ' ', 1) as version`);
  return row?.version;
}
