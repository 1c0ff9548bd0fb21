// Lists the imports that there were, and the firms whose files can be imported.
import type { Id } from "@bursar/values/ids";
import type { Reader } from "../../../platform/store/db.ts";
import { type StoredImport, selectImports } from "./import-queries.ts";
import { type AdvisoryFirm, selectAdvisoryFirms } from "./queries.ts";

export type { StoredImport } from "./import-queries.ts";

/** The imports of a firm, or of all, the newest first. */
export async function listImports(db: Reader, firmOid?: Id): Promise<StoredImport[]> {
  return selectImports(db, firmOid);
}

/** The firms whose files can be imported. */
export async function advisoryFirms(db: Reader): Promise<AdvisoryFirm[]> {
  return selectAdvisoryFirms(db);
}
