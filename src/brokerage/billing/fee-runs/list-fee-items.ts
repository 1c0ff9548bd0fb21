// Listing what accounts pay by a fee run. (docs/billing.md)
import type { Decimal } from "@bursar/values/decimal";
import type { Context } from "../../../platform/change/context.ts";
import { type Page, pageOf, usualLimit } from "../../../values/page.ts";
import { refuseFor, ruleProblem } from "../../../values/problem.ts";
import { encodeItem } from "./encode-run.ts";
import { feeRunErrors } from "./errors.ts";
import { selectRunOfFirm } from "./get-fee-run.ts";
import { selectItems } from "./item-queries.ts";
import { isForCustodian } from "./items-as-csv.ts";
import type { FeeItem, FeeItemsQuery } from "./schema.ts";

/** Of a file, which is meant to be whole. */
const usualLimitOfFile = "1000" as Decimal;

/** The items of a run by account and line, or the largest changes first. A custodian's file is made of an approved run
 * alone. */
export async function listFeeItems(
  { db }: Context,
  { firmOid, feeRunOid }: { readonly firmOid: string; readonly feeRunOid: string },
  query: FeeItemsQuery,
): Promise<Page<FeeItem>> {
  const run = await selectRunOfFirm(db, firmOid, feeRunOid);
  if (query.format === "custodian" && !isForCustodian(run)) {
    const sentence = "A custodian's file is made of an approved run whose fees are taken.";
    refuseFor([ruleProblem({ ...feeRunErrors.status, sentence })]);
  }
  const isFile = query.format === "csv" || query.format === "custodian";
  const limit = query.limit ?? (isFile ? usualLimitOfFile : usualLimit);
  const [accountNumber = "", line = "0"] = query.after?.split("-") ?? [];
  const found = await selectItems(db, run.feeRunOid, {
    state: query.state ?? null,
    warning: query.warning ?? null,
    sort: query.sort ?? "account",
    after: { accountNumber, line },
    limit,
  });
  const { shown, last } = pageOf(found, limit);
  return {
    entries: shown.map(encodeItem),
    next: last && `${last.accountNumber}-${last.line}`,
  };
}
