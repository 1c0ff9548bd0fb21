// The estimate of an account's fee for a period that ends on a day; it is not stored.
// (docs/billing.md)
import { addDays, addMonths, type Day, newYorkDay } from "@bursar/values/dates";
import type { Id } from "@bursar/values/ids";
import { moneyText } from "@bursar/values/units";
import { type Context, isForFirm } from "../../../platform/change/context.ts";
import type { BilledPlan } from "./billed-plan.ts";
import { calculateUnits } from "./calculate-units.ts";
import type { CalculatedItem } from "./calculated-item.ts";
import { numberedParts } from "./part-queries.ts";
import { selectBilledPlans } from "./plan-run.ts";
import { plannedParts } from "./planned-parts.ts";
import {
  selectBillableAccounts,
  selectBillingFirm,
  selectFirmOfAccount,
  selectUnitAccounts,
} from "./planning-queries.ts";
import type { FeeEstimate, FeeEstimateQuery } from "./schema.ts";

/** Calculates the account's fee with those of the accounts that are billed together with it. */
export async function getFeeEstimate(
  ctx: Context,
  accountNumber: string,
  { on = newYorkDay(ctx.now) }: FeeEstimateQuery,
): Promise<FeeEstimate> {
  const items = await estimatedItems(ctx, accountNumber, on);
  const own = items.filter((item) => item.accountNumber === accountNumber);
  const last = own.at(-1);
  if (last === undefined) return emptyEstimate(accountNumber, on);
  const isShared = !last.unit.startsWith("account:") && !isForFirm(ctx.caller);
  return {
    accountNumber,
    unit: last.unit,
    billingPlanOid: last.billingPlanOid,
    from: own[0]?.from ?? last.from,
    to: last.to,
    days: String(own.reduce((days, item) => days + item.days, 0)),
    basis: moneyText(own.reduce((sum, { basis }) => sum + basis, 0n)),
    rate: last.rate,
    computed: moneyText(own.reduce((sum, { computed }) => sum + computed, 0n)),
    warnings: [...new Set(own.flatMap((item) => item.warnings))],
    steps: isShared ? [] : own.flatMap((item) => item.steps),
  };
}

function emptyEstimate(accountNumber: string, to: Day): FeeEstimate {
  return {
    accountNumber,
    unit: null,
    billingPlanOid: null,
    from: null,
    to,
    days: "0",
    basis: "0.00",
    rate: "0.000000",
    computed: "0.00",
    warnings: [],
    steps: [],
  };
}

async function estimatedItems(
  { db, now }: Context,
  accountNumber: string,
  on: Day,
): Promise<CalculatedItem[]> {
  const firmOid = await selectFirmOfAccount(db, accountNumber);
  const { billingLevel } = await selectBillingFirm(db, firmOid);
  const plans = await selectBilledPlans(db, firmOid);
  const accountNumbers = await selectUnitAccounts(db, { accountNumber, billingLevel, on });
  const accounts = await selectBillableAccounts(db, {
    firmOid,
    kind: "A",
    accountNumbers,
    since: on,
    exceptRunOid: null as Id | null,
    after: "",
    limit: accountNumbers.length,
  });
  const periodOf = ({ months }: BilledPlan) => {
    return { from: addMonths(addDays(on, 1), -months), to: on };
  };
  const run = { kind: "A" as const, periodOf, billingLevel, plans };
  const planned = accounts.flatMap((account) => plannedParts(run, { ...account, taken: [] }).parts);
  const parts = numberedParts(planned);
  // In advance a run would also bill days of the period before.
  const units = new Set(
    parts
      .filter((part) => part.accountNumber === accountNumber && part.periodTo === on)
      .map(({ unitNumber }) => unitNumber),
  );
  const own = parts.filter(({ unitNumber }) => units.has(unitNumber));
  return calculateUnits(db, { kind: "A", plans, now }, own);
}
