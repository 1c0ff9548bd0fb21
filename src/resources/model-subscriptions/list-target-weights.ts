// Reading the target weights of a folio. (interface 4.24)
import type { Context } from "../../platform/change/context.ts";
import { newYorkDay } from "../../values/dates.ts";
import { folioNotFound, hasFolio } from "../accounts/reads.ts";
import { effectiveWeights } from "./effective-weights.ts";
import { selectAdopted, selectExcludedTickers } from "./queries.ts";
import type { FolioTargets } from "./schema.ts";

/** The target weights that a folio has today, by ticker; nothing without a subscription, 404 where
 * there is no such folio. */
export async function listTargetWeights(
  { db, now }: Context,
  accountNumber: string,
  folioNumber: string,
): Promise<FolioTargets> {
  if (!(await hasFolio(db, accountNumber, folioNumber))) throw folioNotFound();
  const [adopted, excluded] = await Promise.all([
    selectAdopted(db, accountNumber, folioNumber),
    selectExcludedTickers(db, accountNumber, newYorkDay(now)),
  ]);
  if (adopted === undefined) return [];
  const { targets, exclusionRule } = adopted;
  return effectiveWeights(targets, { exclusionRule, excluded });
}
