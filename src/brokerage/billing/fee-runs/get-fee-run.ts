// Reading a fee run. (docs/billing.md)
import type { Decimal } from "@bursar/values/decimal";
import { isId } from "@bursar/values/ids";
import type { Context } from "../../../platform/change/context.ts";
import type { Reader } from "../../../platform/store/db.ts";
import { notFound } from "../../../values/problem.ts";
import { encodeItem, encodeRuns } from "./encode-run.ts";
import { feeRunErrors } from "./errors.ts";
import { selectItems } from "./item-queries.ts";
import { selectUnbilledAccounts } from "./planning-queries.ts";
import { type FeeRunRow, selectRun } from "./run-queries.ts";
import type { FeeRun } from "./schema.ts";

/** A list reads one more. */
const itemsShown = "99" as Decimal;

/** How many accounts are named that no run bills. */
const mostUnbilled = 100;

/** A run of the firm with its sums; until it is posted, with accounts that it cannot bill; while it is being computed,
 * with its first items. */
export async function getFeeRun(
  { db }: Context,
  firmOid: string,
  feeRunOid: string,
): Promise<FeeRun> {
  const row = await selectRunOfFirm(db, firmOid, feeRunOid);
  const [encoded] = (await encodeRuns(db, [row])) as [FeeRun];
  const run = { ...encoded, unbilled: await unbilledOf(db, row) };
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

/** Accounts by advisory plans alone: the operator's fees follow no terms. */
async function unbilledOf(
  db: Reader,
  { kind, status, firmOid, periodEnd, accountNumbers }: FeeRunRow,
): Promise<FeeRun["unbilled"]> {
  if (kind !== "A" || !["COMPUTING", "PREVIEW", "APPROVED"].includes(status)) return null;
  const wanted = { firmOid, on: periodEnd, among: accountNumbers, limit: mostUnbilled };
  return [...(await selectUnbilledAccounts(db, wanted))];
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
