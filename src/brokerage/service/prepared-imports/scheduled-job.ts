// The changes that time brings to prepared imports.
import type { ScheduledJob } from "../../../platform/change/scheduled-job.ts";
import { keptForMs } from "./encode-prepared.ts";
import { expireImport } from "./expire-import.ts";
import { type PreparedRow, selectExpired } from "./queries.ts";

/** Imports on which nobody decides expire. */
export const expiryOfImports: ScheduledJob<Pick<PreparedRow, "importId" | "firmOid">> = {
  operation: "expireImport",
  due: (db, now, most) => selectExpired(db, new Date(now.getTime() - keptForMs), most),
  change: expireImport,
};
