// Reading a fee run. (docs/billing.md)
import type { Decimal } from "@bursar/values/decimal";
import { isId } from "@bursar/values/ids";
import type { Context } from "../../../platform/change/context.ts";
import type { Reader } from "../../../platform/store/db.ts";
import { notFound } from "../../../values/problem.ts";
import { encodeItem, encodeRuns } from "./encode-run.ts";
import { feeRunErrors } from "./errors.ts";
import { selectItems } from "./item-queries.ts";
import { type FeeRunRow, selectRun } from "./run-queries.ts";
import type { FeeRun } from "./schema.ts";

/** A list reads one more. */
const itemsShown = "99" as Decimal;

/** A run of the firm with its sums; while it is being computed, with its first items. */
export async function getFeeRun(
  { db }: Context,
  firmOid: string,
  feeRunOid: string,
): Promise<FeeRun> {
  const row = await selectRunOfFirm(db, firmOid, feeRunOid);
  const [run] = (await encodeRuns(db, [row])) as [FeeRun];
  if (row.status !== "COMPUTING") return run;
  const items = await selectItems(db, row.feeRunOid, {
    state: null,
    warning: null,
    sort: "account",
    after: { accountNumber: "", line: "0" },
    limit: itemsShown,
  });
  return { ...run, items: items.map(encodeItem) };
}

/** A run of the firm; 404 if it has none of this id. */
export async function selectRunOfFirm(
  db: Reader,
  firmOid: string,
  feeRunOid: string,
): Promise<FeeRunRow> {
  const run = isId(feeRunOid) ? await selectRun(db, firmOid, feeRunOid) : undefined;
  if (run === undefined) throw notFound(feeRunErrors.notFound);
  return run;
}
