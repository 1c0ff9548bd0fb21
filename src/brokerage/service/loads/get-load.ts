// Reading what a load has changed. (docs/loading.md)

import type { Id } from "@bursar/values/ids";
import type { Context } from "../../../platform/change/context.ts";
import { forbidden } from "../../../values/problem.ts";
import { encodeLoadReport } from "./encode-load.ts";
import { selectLoad } from "./queries.ts";
import type { LoadReport } from "./schema.ts";

/** A load of the path, with the first rows that it has changed. */
export async function getLoad({ db }: Context, loadId: string): Promise<LoadReport> {
  const row = await selectLoad(db, loadId as Id);
  if (row === undefined) throw forbidden();
  return encodeLoadReport(row);
}
