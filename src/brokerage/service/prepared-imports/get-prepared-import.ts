// Reading a prepared import with what its last check has found. (docs/importing.md)
import { isId } from "@bursar/values/ids";
import type { Context } from "../../../platform/change/context.ts";
import { notFound } from "../../../values/problem.ts";
import { encodePreparedReport } from "./encode-prepared.ts";
import { preparedImportErrors } from "./errors.ts";
import type { NamedImport } from "./paths.ts";
import { selectPrepared } from "./queries.ts";
import type { PreparedImportReport } from "./schema.ts";

/** An import of the firm; 404 without one. */
export async function getPreparedImport(
  { db }: Context,
  { firmOid, importId }: NamedImport,
): Promise<PreparedImportReport> {
  const row = isId(importId) ? await selectPrepared(db, firmOid, importId) : undefined;
  if (row === undefined) throw notFound(preparedImportErrors.notFound);
  return encodePreparedReport(row);
}
