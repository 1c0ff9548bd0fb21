// Runs and items as they are returned.

import { encodeInstant } from "@bursar/values/dates";
import { type Decimal, fixed } from "@bursar/values/decimal";
import type { Reader } from "../../../platform/store/db.ts";
import { amountDue, changeOfItem, reasonShown } from "./item-amounts.ts";
import type { FeeItemRow } from "./item-queries.ts";
import { type FeeRunRow, type RunSums, selectRunSums, selectRunWarnings } from "./run-queries.ts";
import type { FeeItem, FeeRun } from "./schema.ts";

const zero = "0" as Decimal;
const nothing: RunSums = {
  accounts: "0",
  units: "0",
  basis: zero,
  computed: zero,
  adjusted: zero,
  previous: null,
  posted: zero,
  due: zero,
};

/** Runs with their sums. */
export async function encodeRuns(db: Reader, runs: readonly FeeRunRow[]): Promise<FeeRun[]> {
  const ids = runs.map(({ feeRunOid }) => feeRunOid);
  if (ids.length === 0) return [];
  const [sums, warnings] = await Promise.all([selectRunSums(db, ids), selectRunWarnings(db, ids)]);
  return runs.map((run) =>
    encodeRun(run, sums.get(run.feeRunOid) ?? nothing, warnings.get(run.feeRunOid) ?? {}),
  );
}

function encodeRun(run: FeeRunRow, sums: RunSums, warnings: FeeRun["warnings"]): FeeRun {
  const at = (instant: Date | null) => instant && encodeInstant(instant);
  return {
    feeRunOid: run.feeRunOid,
    firmOid: run.firmOid,
    kind: run.kind,
    runStatus: run.status,
    periodEnd: run.periodEnd,
    billingPlanOids: run.billingPlanOids && [...run.billingPlanOids],
    accountNumbers: run.accountNumbers && [...run.accountNumbers],
    postDate: run.postOn ?? run.askedPostOn,
    accounts: sums.accounts,
    units: sums.units,
    basis: fixed(sums.basis, 2),
    computed: fixed(sums.computed, 2),
    adjusted: fixed(sums.adjusted, 2),
    previous: sums.previous && fixed(sums.previous, 2),
    change: changeOfItem(sums),
    posted: fixed(sums.posted, 2),
    due: fixed(sums.due, 2),
    payouts: run.payouts && [...run.payouts],
    warnings,
    unbilled: null,
    itemsHash: run.itemsHash,
    createdBy: run.createdBy,
    adjustedBy: [...run.adjustedBy],
    approvedBy: run.approvedBy,
    approvedAlone: run.isApprovedAlone,
    reversedBy: run.reversedBy,
    comment: run.comment,
    createdAt: encodeInstant(run.createdAt),
    previewedAt: at(run.previewedAt),
    approvedAt: at(run.approvedAt),
    postedAt: at(run.postedAt),
    endedAt: at(run.endedAt),
    items: null,
  };
}

/** An item. */
export function encodeItem(item: FeeItemRow): FeeItem {
  return {
    accountNumber: item.accountNumber,
    line: String(item.line),
    lineKind: item.lineKind,
    unit: item.unit,
    billingPlanOid: item.billingPlanOid,
    from: item.from,
    to: item.to,
    days: String(item.days),
    basis: fixed(item.basis, 2),
    rate: fixed(item.rate, 6),
    computed: fixed(item.computed, 2),
    previous: item.previous && fixed(item.previous, 2),
    change: changeOfItem(item),
    adjusted: item.adjusted && fixed(item.adjusted, 2),
    reason: reasonShown(item),
    posted: fixed(item.posted, 2),
    refunded: fixed(item.refunded, 2),
    setOff: fixed(item.setOff, 2),
    due: amountDue(item),
    state: item.state,
    warnings: [...item.warnings],
    transactionIds: [...item.transactionIds],
    payerAccountNumber: item.payerAccountNumber,
    collect: item.collect,
    retryUntil: item.retryUntil,
    paidDate: item.paidOn,
    changed: item.changed && fixed(item.changed, 2),
    steps: [...item.steps],
  };
}
