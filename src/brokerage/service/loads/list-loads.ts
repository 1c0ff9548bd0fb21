// Listing the loads that there were. (docs/loading.md)
import type { Decimal } from "@bursar/values/decimal";
import type { Context } from "../../../platform/change/context.ts";
import { type Page, pageOf } from "../../../values/page.ts";
import { firmOfLoads } from "./access.ts";
import { encodeLoad } from "./encode-load.ts";
import { selectLoads } from "./queries.ts";
import type { Load, LoadsQuery } from "./schema.ts";

const usualLimit = "100" as Decimal;

/** The loads of the caller's firm, the newest first; of the operator's callers all. */
export async function listLoads(
  { db, caller }: Context,
  { before, limit = usualLimit }: LoadsQuery,
): Promise<Page<Load>> {
  const rows = await selectLoads(db, {
    firmOid: firmOfLoads(caller),
    before: before ?? null,
    most: Number.parseInt(limit, 10) + 1,
  });
  const { shown, last } = pageOf(rows, limit);
  return { entries: shown.map(encodeLoad), next: last?.id };
}
