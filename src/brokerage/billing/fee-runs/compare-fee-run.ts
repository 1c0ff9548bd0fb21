// Comparing what was posted with what it would be by facts and closes that came later: nothing is billed anew, and the
// firm refunds or leaves it. (docs/billing.md)
import { addDays, newYorkDay } from "@bursar/values/dates";
import type { Decimal } from "@bursar/values/decimal";
import type { Id } from "@bursar/values/ids";
import { moneyText, places, unitsOf } from "@bursar/values/units";
import type { WriteContext } from "../../../platform/change/context.ts";
import { write } from "../../../platform/change/write.ts";
import { calculateUnits } from "./calculate-units.ts";
import { selectPartsToCompare, storeComparisons } from "./compare-queries.ts";
import { compareFeeRunEntry } from "./entries.ts";
import { selectAllAmounts } from "./item-queries.ts";
import { selectBilledPlans } from "./plan-run.ts";
import { lockRun } from "./run-queries.ts";

const accountsAtOnce = 400;

/** How long after the end of its period a run is compared, in days. */
const daysCompared = 200;

/** The first end of a period that is still compared. */
export function comparedSince(now: Date): string {
  return addDays(newYorkDay(now), -daysCompared);
}

/** Compares items of a posted run whose accounts have newer facts; returns whether there were any. */
export async function compareFeeRun(ctx: WriteContext, feeRunOid: Id): Promise<boolean> {
  return write(ctx, compareFeeRunEntry, async (tx) => {
    const run = await lockRun(tx, feeRunOid);
    if (run?.status !== "POSTED") return { value: false, audit: [] };
    const parts = await selectPartsToCompare(tx, feeRunOid, accountsAtOnce);
    if (parts.length === 0) return { value: false, audit: [] };
    const plans = await selectBilledPlans(tx, run.firmOid);
    const items = await calculateUnits(tx, { kind: run.kind, plans, now: ctx.now }, parts);
    if (items.length === 0) return { value: false, audit: [] };
    const posted = await selectAllAmounts(tx, feeRunOid);
    const compared = items.map(({ accountNumber, unitNumber, computed, factsVersion }) => {
      const known = posted.get(`${accountNumber} ${unitNumber}`);
      const changed = known?.computed === computed ? null : moneyText(computed);
      return { accountNumber, unitNumber, changed, factsVersion };
    });
    await storeComparisons(tx, feeRunOid, compared);
    const differing = compared.filter(({ changed }) => changed !== null);
    const sum = differing.reduce((cents, each) => {
      const known = posted.get(`${each.accountNumber} ${each.unitNumber}`)?.computed ?? 0n;
      return cents + unitsOf(each.changed as Decimal, places.money) - known;
    }, 0n);
    const note = {
      subject: `firm:${run.firmOid}`,
      after: { feeRunOid, runStatus: run.status },
      detail: {
        items: String(compared.length),
        changed: String(differing.length),
        difference: moneyText(sum),
      },
    };
    return { value: true, audit: [note] };
  });
}
