// Reading one corporate action of an account. (interface 2.6)
import type { Context } from "../../../platform/change/context.ts";
import { notFound } from "../../../values/problem.ts";
import { corporateActionErrors } from "./errors.ts";
import { encodeCorporateAction } from "./list-corporate-actions.ts";
import { selectCorporateAction } from "./queries.ts";
import type { CorporateAction } from "./schema.ts";

/** The corporate action; 404 when the account has none with this id. */
export async function getCorporateAction(
  { db }: Context,
  accountNumber: string,
  notifId: string,
): Promise<CorporateAction> {
  const row = await selectCorporateAction(db, accountNumber, notifId);
  if (row === undefined) throw notFound(corporateActionErrors.notFound);
  return encodeCorporateAction(row);
}
