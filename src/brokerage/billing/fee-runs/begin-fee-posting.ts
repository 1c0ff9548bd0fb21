// Beginning to post an approved run, once its day has come. (docs/billing.md)
import { newYorkDay } from "@bursar/values/dates";
import type { Id } from "@bursar/values/ids";
import type { WriteContext } from "../../../platform/change/context.ts";
import { write } from "../../../platform/change/write.ts";
import { selectUnbilled } from "./bill-queries.ts";
import { beginFeePostingEntry } from "./entries.ts";
import { lockRun, storeRun } from "./run-queries.ts";

/** Begins to post a run if its day has come and every account billed has its bill; returns whether it was. */
export async function beginFeePosting(ctx: WriteContext, feeRunOid: Id): Promise<boolean> {
  return write(ctx, beginFeePostingEntry, async (tx) => {
    const run = await lockRun(tx, feeRunOid);
    const isDue = run?.status === "APPROVED" && (run.postOn ?? "9999") <= newYorkDay(ctx.now);
    if (run === undefined || !isDue) return { value: false, audit: [] };
    const unbilled = await selectUnbilled(tx, run, 1);
    if (unbilled.length > 0) return { value: false, audit: [] };
    storeRun(tx, { ...run, status: "POSTING" });
    const note = {
      subject: `firm:${run.firmOid}`,
      before: { feeRunOid, runStatus: run.status },
      after: { feeRunOid, runStatus: "POSTING" },
    };
    return { value: true, audit: [note] };
  });
}
