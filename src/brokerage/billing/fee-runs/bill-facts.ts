// The facts about an account's fee on a bill: the run, the unit and its lines, from which a
// document is drawn. (docs/billing.md)
import type { Day } from "@bursar/values/dates";
import type { AccountNumber, Id } from "@bursar/values/ids";
import type { Reader } from "../../../platform/store/db.ts";
import type { BilledPlan } from "./billed-plan.ts";
import { amountOfItem } from "./item-amounts.ts";
import { type FeeItemRow, selectItemsOfUnits } from "./item-queries.ts";
import { selectBilledPlans } from "./plan-run.ts";
import { type FeeRunRow, selectRunById } from "./run-queries.ts";

/** The payment of one account of a unit, in cents. */
export interface BilledShare {
  readonly accountNumber: AccountNumber;
  readonly basis: bigint;
  readonly computed: bigint;
  /** With an adjustment. */
  readonly amount: bigint;
}

/** The bill of an account for one line of a run. */
export interface BillFacts {
  readonly run: FeeRunRow;
  readonly item: FeeItemRow;
  readonly plan: BilledPlan;
  /** Sums of the unit, in cents. */
  readonly unitBasis: bigint;
  readonly unitComputed: bigint;
  /** By account number; of a unit of one account that alone. */
  readonly shares: readonly BilledShare[];
  /** When it is taken, and from which account; null of an invoice. */
  readonly takenOn: Day | null;
  readonly takenFrom: string | null;
}

/** The bills of some accounts in a run by account and line, also of items that are excluded, which get none; undefined
 * without such a run. */
export async function billFactsOf(
  db: Reader,
  feeRunOid: Id,
  accountNumbers: readonly string[],
): Promise<BillFacts[] | undefined> {
  const run = await selectRunById(db, feeRunOid);
  if (run === undefined) return undefined;
  const plans = await selectBilledPlans(db, run.firmOid);
  const items = await selectItemsOfUnits(db, feeRunOid, accountNumbers);
  const units = Map.groupBy(items, ({ unitNumber }) => unitNumber);
  const wanted = new Set(accountNumbers);
  return items.flatMap((item): BillFacts[] => {
    const plan = plans.get(item.billingPlanOid);
    if (plan === undefined || !wanted.has(item.accountNumber)) return [];
    const shares = (units.get(item.unitNumber) ?? []).map(shareOf);
    const total = (of: (share: BilledShare) => bigint) =>
      shares.reduce((sum, share) => sum + of(share), 0n);
    const isDebited = item.collect === "debit";
    return [
      {
        run,
        item,
        plan,
        unitBasis: total(({ basis }) => basis),
        unitComputed: total(({ computed }) => computed),
        shares,
        takenOn: isDebited ? run.postOn : null,
        takenFrom: isDebited ? (item.payerAccountNumber ?? item.accountNumber) : null,
      },
    ];
  });
}

function shareOf(item: FeeItemRow): BilledShare {
  const { accountNumber, computed } = item;
  return {
    accountNumber,
    basis: amountOfItem({ adjusted: null, computed: item.basis }),
    computed: amountOfItem({ adjusted: null, computed }),
    amount: amountOfItem(item),
  };
}
