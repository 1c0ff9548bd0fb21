// The changes that time brings to statement runs. (docs/statements.md, "Runs")
import type { Id } from "@bursar/values/ids";
import type { ScheduledJob } from "../../../platform/change/scheduled-job.ts";
import { drawStatement } from "./draw-statement.ts";
import { endBuilding } from "./end-building.ts";
import { type ItemKey, selectBuiltRuns, selectItemsToDraw } from "./queries.ts";

/** The accounts of runs are drawn, two at a time: while one is drawn, another is read. */
export const drawingOfStatements: ScheduledJob<ItemKey> = {
  operation: "drawStatement",
  due: (db, _, most) => selectItemsToDraw(db, most),
  change: drawStatement,
  atOnce: 2,
};

/** Runs of which everything is drawn are put to review. */
export const endOfBuilding: ScheduledJob<Id> = {
  operation: "endBuilding",
  due: (db, _, most) => selectBuiltRuns(db, most),
  change: endBuilding,
};
