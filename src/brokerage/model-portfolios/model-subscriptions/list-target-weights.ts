// Reading the target weights of a folio. (interface 4.23)
import type { Context } from "../../../platform/change/context.ts";
import { folioNotFound, hasFolio } from "../../clients-and-accounts/accounts/reads.ts";
import { targetsOfFolio } from "./reads.ts";
import type { FolioTargets } from "./schema.ts";

/** The target weights that a folio has today, by ticker; nothing without a subscription, 404 where
 * there is no such folio. */
export async function listTargetWeights(
  ctx: Context,
  accountNumber: string,
  folioNumber: string,
): Promise<FolioTargets> {
  if (!(await hasFolio(ctx.db, accountNumber, folioNumber))) throw folioNotFound();
  return [...((await targetsOfFolio(ctx, accountNumber, folioNumber)) ?? [])];
}
