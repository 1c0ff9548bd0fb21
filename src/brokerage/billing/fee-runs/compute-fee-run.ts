// Computing a run by slices of its accounts, each in a transaction of its own: a run that was interrupted goes on
// where it was. (docs/billing.md)
import type { Id } from "@bursar/values/ids";
import { moneyText } from "@bursar/values/units";
import type { WriteContext } from "../../../platform/change/context.ts";
import { write } from "../../../platform/change/write.ts";
import type { Tx } from "../../../platform/store/db.ts";
import { calculateUnits } from "./calculate-units.ts";
import { computeFeeRunEntry } from "./entries.ts";
import { feeRunPreviewed } from "./events.ts";
import { deleteObsoleteItems, selectExcluded, storeCalculated } from "./item-queries.ts";
import { freeDays, markComputed, markParts, selectPartsToCompute } from "./part-queries.ts";
import { selectBilledPlans } from "./plan-run.ts";
import { type FeeRunRow, lockRun, selectItemsHash, storeRun } from "./run-queries.ts";

/** About how many accounts are computed in one transaction. */
const accountsAtOnce = 400;

/** Computes the next slice of a run, if it is still being computed; returns whether it was. */
export async function computeFeeRun(ctx: WriteContext, feeRunOid: Id): Promise<boolean> {
  return write(ctx, computeFeeRunEntry, async (tx) => {
    const run = await lockRun(tx, feeRunOid);
    if (run?.status !== "COMPUTING") return { value: false, audit: [] };
    const { items, computed, isMore } = await computeSlice(tx, ctx, run);
    const is = isMore ? run : await previewed(tx, ctx, run);
    const state = ({ status }: FeeRunRow) => ({ feeRunOid, runStatus: status });
    const note = {
      subject: `firm:${run.firmOid}`,
      before: state(run),
      after: state(is),
      detail: {
        items: String(items),
        computed: moneyText(computed),
        itemsHash: is.itemsHash,
      },
      events: isMore ? [] : [feeRunPreviewed(state(is))],
    };
    return { value: true, audit: [note] };
  });
}

/** The computed part of a run, in items and cents, and whether some of it is left. */
export interface Slice {
  readonly items: number;
  readonly computed: bigint;
  readonly isMore: boolean;
}

/** Computes the next slice of a run, whose lock is held. */
export async function computeSlice(
  tx: Tx,
  { now }: Pick<WriteContext, "now">,
  { feeRunOid, firmOid, kind }: FeeRunRow,
): Promise<Slice> {
  const parts = await selectPartsToCompute(tx, feeRunOid, accountsAtOnce);
  const first = parts[0];
  const last = parts.at(-1);
  if (first === undefined || last === undefined) return { items: 0, computed: 0n, isMore: false };
  const plans = await selectBilledPlans(tx, firmOid);
  const items = await calculateUnits(tx, { kind, plans, now }, parts);
  await storeCalculated(tx, feeRunOid, items);
  const units = { first: first.unitNumber, last: last.unitNumber };
  await markComputed(tx, feeRunOid, units);
  const excluded = await selectExcluded(tx, feeRunOid, units);
  if (excluded.length > 0) {
    const freed = await markParts(tx, { feeRunOid, takesDays: false, among: excluded });
    await freeDays(tx, kind, freed);
  }
  const left = await selectPartsToCompute(tx, feeRunOid, 1);
  return {
    items: items.length,
    computed: items.reduce((sum, { computed }) => sum + computed, 0n),
    isMore: left.length > 0,
  };
}

/** A run of which every item is computed. */
export async function previewed(
  tx: Tx,
  { now }: Pick<WriteContext, "now">,
  run: FeeRunRow,
): Promise<FeeRunRow> {
  await deleteObsoleteItems(tx, run.feeRunOid);
  const itemsHash = await selectItemsHash(tx, run.feeRunOid);
  const is: FeeRunRow = { ...run, status: "PREVIEW", itemsHash, previewedAt: now };
  storeRun(tx, is);
  return is;
}
