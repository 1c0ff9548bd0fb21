// Listing the prepared imports of a firm. (docs/importing.md)
import type { Context } from "../../../platform/change/context.ts";
import { pageOf, usualLimit } from "../../../values/page.ts";
import { encodePrepared } from "./encode-prepared.ts";
import { selectAllPrepared } from "./queries.ts";
import type { PreparedImport, PreparedImportsQuery } from "./schema.ts";

/** Imports with the one after which the list goes on, if it does. */
export interface PreparedImportList {
  readonly imports: PreparedImport[];
  readonly next: string | undefined;
}

/** The prepared imports of the firm, the newest first. */
export async function listPreparedImports(
  { db }: Context,
  firmOid: string,
  query: PreparedImportsQuery,
): Promise<PreparedImportList> {
  const limit = query.limit ?? usualLimit;
  const found = await selectAllPrepared(db, {
    firmOid,
    status: query.importstatus ?? null,
    after: query.after ?? null,
    limit,
  });
  const { shown, last } = pageOf(found, limit);
  return { imports: shown.map(encodePrepared), next: last?.importId };
}
