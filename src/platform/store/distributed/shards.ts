// The rows of a distributed table in one shard: a statement that locks rows in order can have only
// these.
import { type Reader, sql } from "../sql.ts";
import type { MayBeDistributed } from "./differences.ts";

/** Divides the keys of accounts, or of other subjects, into those whose rows lie in one part of the
 * store: all of them where it is on one server. In the same order for every caller. */
export async function keysByShard(
  db: Reader & MayBeDistributed,
  keys: readonly string[],
): Promise<readonly (readonly string[])[]> {
  if (keys.length === 0) return [];
  if (!db.isDistributed || keys.length === 1) return [keys];
  const rows = await db.rows(sql<{ keys: string[] }>`
    select array_agg(key order by key) as keys
    from (select key, get_shard_id_for_distribution_column('public.account', key) as shard
      from unnest(${keys}::text[]) as key) as placed
    group by shard order by shard`);
  return rows.map((row) => row.keys);
}
