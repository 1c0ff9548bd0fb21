// Listing what is allowed but odd in the records. (docs/operations.md)

import { newYorkDay } from "@bursar/values/dates";
import type { Context } from "../../../platform/change/context.ts";
import { findAnomalies, findStalledWebhooks } from "../anomalies/reads.ts";
import type { Oddity } from "./schema.ts";

/** The findings by kind; kinds without one are left out. */
export async function listOddities(ctx: Context): Promise<Oddity[]> {
  const { db, now, realNow } = ctx;
  const found = [
    ...(await findAnomalies(db, newYorkDay(now))),
    ...(await findStalledWebhooks(db, realNow)),
  ];
  return found.map(({ kind, count, first }) => ({
    kind,
    count: String(count),
    first: [...first],
  }));
}
