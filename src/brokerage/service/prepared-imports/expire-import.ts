// Expires a prepared import on which nobody has decided for 30 days: its files are deleted. (docs/importing.md)
import type { Id } from "@bursar/values/ids";
import type { WriteContext } from "../../../platform/change/context.ts";
import { write } from "../../../platform/change/write.ts";
import { expiresAt } from "./encode-prepared.ts";
import { expireImportEntry } from "./entries.ts";
import { importExpired } from "./events.ts";
import { isUndecided } from "./life-cycle.ts";
import { lockPrepared, storeDecided } from "./queries.ts";

/** Expires an import if that is still due; returns whether it was. */
export async function expireImport(
  ctx: WriteContext,
  { importId, firmOid }: { readonly importId: Id; readonly firmOid: Id },
): Promise<boolean> {
  return write(ctx, expireImportEntry, async (tx) => {
    const was = await lockPrepared(tx, firmOid, importId);
    if (was === undefined || !isUndecided(was.status) || expiresAt(was.preparedAt) >= ctx.now) {
      return { value: false, audit: [] };
    }
    storeDecided(tx, { ...was, status: "EXPIRED", decidedAt: ctx.now });
    const note = {
      subject: `firm:${firmOid}`,
      before: { importId, importStatus: was.status },
      after: { importId, importStatus: "EXPIRED" },
      events: [importExpired({ importId, importStatus: "EXPIRED" })],
    };
    return { value: true, audit: [note] };
  });
}
