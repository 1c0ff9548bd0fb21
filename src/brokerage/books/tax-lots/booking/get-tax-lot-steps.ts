// Reading how a lot got its figures, step by step. (interface 4.16)
import type { Day } from "@bursar/values/dates";
import type { Context } from "../../../../platform/change/context.ts";
import { accountsInView } from "../../../clients-and-accounts/accounts/reads.ts";
import { refuseAbsentLot } from "../computed/lot-view.ts";
import { day } from "../reported/encode-reported-tax-lot.ts";
import type { TaxLotSteps } from "../steps-schema.ts";
import { explainLot, type LotStep, type ShownLot } from "./explain-lot.ts";

/** Returns the steps of an open or closed lot; 404 where the account has none with this id. The steps of
 * an account that moved the lot here are left out for a caller who may not see that account. */
export async function getTaxLotSteps(
  ctx: Context,
  accountNumber: string,
  taxLotId: string,
): Promise<TaxLotSteps> {
  const lot = await explainLot(ctx, accountNumber, taxLotId);
  if (lot === undefined) return refuseAbsentLot(ctx, accountNumber);
  const { security, originatingTransactionId, closingTransactionId, shareQuantity, steps } = lot;
  const givers = steps.flatMap((step) => step.accountNumber ?? []);
  const inView = await accountsInView(ctx.db, ctx.caller, [...new Set(givers)], "detail");
  const shown = steps.filter(({ accountNumber: of }) => of === undefined || inView.has(of));
  return {
    accountNumber,
    taxLotId,
    ticker: security,
    originatingTransactionId,
    closingTransactionId,
    shareQuantity,
    steps: shown.map(encodeStep),
  };
}

function encodeStep({ step, accountNumber, transactionId, type, on, sum, lots = [] }: LotStep) {
  return {
    step: step.toUpperCase().replace(" ", "_"),
    accountNumber: accountNumber ?? null,
    transactionId: transactionId ?? null,
    transactionType: type ?? null,
    date: dayOf(on),
    sum,
    lots: lots.map(encodeLot),
  };
}

function encodeLot(lot: ShownLot): TaxLotSteps["steps"][number]["lots"][number] {
  return {
    transactionId: lot.transactionId,
    place: lot.place === undefined ? null : String(lot.place),
    originalAcquisitionDate: dayOf(lot.originalOn),
    adjustedAcquisitionDate: dayOf(lot.adjustedOn),
    shareQuantity: lot.shares,
    adjustedCostBasis: lot.basis ?? null,
    gainPerShare: lot.gainPerShare ?? null,
    gainLossTerm: lot.term === "long" ? "LONG_TERM" : "SHORT_TERM",
    explained: lot.isExplained,
  };
}

function dayOf(on: string | undefined): string | null {
  return day((on as Day | undefined) ?? null);
}
