// Reads of subscriptions to models for other resources.

import { newYorkDay } from "@bursar/values/dates";
import type { Context } from "../../../platform/change/context.ts";
import type { Target } from "../models/reads.ts";
import { effectiveWeights } from "./effective-weights.ts";
import { selectAdopted, selectExcludedTickers } from "./queries.ts";

/** The target weights that a folio has today, by ticker; undefined without a subscription. */
export async function targetsOfFolio(
  { db, now }: Pick<Context, "db" | "now">,
  accountNumber: string,
  folioNumber: string,
): Promise<readonly Target[] | undefined> {
  const [adopted, excluded] = await Promise.all([
    selectAdopted(db, accountNumber, folioNumber),
    selectExcludedTickers(db, accountNumber, newYorkDay(now)),
  ]);
  if (adopted === undefined) return undefined;
  const { targets, exclusionRule } = adopted;
  return effectiveWeights(targets, { exclusionRule, excluded });
}
