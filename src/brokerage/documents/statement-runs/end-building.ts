// A run of which everything is drawn can be looked at. (docs/statements.md, "Runs")
import type { Id } from "@bursar/values/ids";
import type { WriteContext } from "../../../platform/change/context.ts";
import { write } from "../../../platform/change/write.ts";
import { endBuildingEntry } from "./entries.ts";
import { statementRunReady } from "./events.ts";
import { lockRun, selectRunSums, storeRun } from "./queries.ts";

/** Puts a run to review, if all of it is drawn; returns whether it did. */
export async function endBuilding(ctx: WriteContext, runOid: Id): Promise<boolean> {
  return write(ctx, endBuildingEntry, async (tx) => {
    const was = await lockRun(tx, runOid);
    if (was?.status !== "BUILDING") return { value: false, audit: [] };
    const sums = await selectRunSums(tx, runOid);
    if (sums.items !== sums.drawn) return { value: false, audit: [] };
    const { itemsHash, items, total } = sums;
    const is = { ...was, status: "REVIEW", itemsHash, readyAt: ctx.now } as const;
    storeRun(tx, is);
    const note = {
      subject: `firm:${was.firmOid}`,
      before: { runOid, runStatus: was.status },
      after: { runOid, runStatus: is.status },
      detail: { items, total, itemsHash },
      events: [statementRunReady({ runOid, runStatus: is.status })],
    };
    return { value: true, audit: [note] };
  });
}
