// Listing the loads that there were. (docs/loading.md)
import type { Context } from "../../../platform/change/context.ts";
import { firmOfLoads } from "./access.ts";
import { encodeLoad } from "./encode-load.ts";
import { selectLoads } from "./queries.ts";
import type { Load, LoadsQuery } from "./schema.ts";

/** A part of the loads, and the one before which the list goes on, if it does. */
interface LoadList {
  readonly loads: Load[];
  readonly next: string | undefined;
}

/** The loads of the caller's firm, the newest first; of the operator's callers all. */
export async function listLoads(
  { db, caller }: Context,
  { before, limit }: LoadsQuery,
): Promise<LoadList> {
  const most = Number(limit ?? 100);
  // One more than is returned shows that others follow.
  const choice = { firmOid: firmOfLoads(caller), before: before ?? null, most: most + 1 };
  const rows = await selectLoads(db, choice);
  const shown = rows.slice(0, most);
  return { loads: shown.map(encodeLoad), next: rows.length > most ? shown.at(-1)?.id : undefined };
}
