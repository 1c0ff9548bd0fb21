// Listing the prepared imports of a firm. (docs/importing.md)
import type { Context } from "../../../platform/change/context.ts";
import { type Page, pageOf, usualLimit } from "../../../values/page.ts";
import { encodePrepared } from "./encode-prepared.ts";
import { selectAllPrepared } from "./queries.ts";
import type { PreparedImport, PreparedImportsQuery } from "./schema.ts";

/** The prepared imports of the firm, the newest first. */
export async function listPreparedImports(
  { db }: Context,
  firmOid: string,
  query: PreparedImportsQuery,
): Promise<Page<PreparedImport>> {
  const limit = query.limit ?? usualLimit;
  const found = await selectAllPrepared(db, {
    firmOid,
    status: query.importstatus ?? null,
    after: query.after ?? null,
    limit,
  });
  const { shown, last } = pageOf(found, limit);
  return { entries: shown.map(encodePrepared), next: last?.importId };
}
