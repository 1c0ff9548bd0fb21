// The payouts to payees from the fees that a firm's plans have collected. Pure. (docs/billing.md)
import type { Decimal } from "@bursar/values/decimal";
import type { Id } from "@bursar/values/ids";
import { moneyText, places, unitsOf } from "@bursar/values/units";
import type { BilledPlan } from "./billed-plan.ts";
import { shareAmongPayees } from "./calculation/payee-shares.ts";
import type { PlanPayments } from "./payment-queries.ts";
import type { Payout } from "./run-queries.ts";

/** The facts from which payouts are calculated. */
export interface PaymentsToShare {
  readonly payments: readonly PlanPayments[];
  readonly plans: ReadonlyMap<string, BilledPlan>;
  /** The payee where a plan names nobody. */
  readonly firm: string;
  /** The payouts of the run before. */
  readonly before: readonly Payout[];
}

interface Sums {
  collected: bigint;
  refunded: bigint;
  carried: bigint;
}

/** The collected and the refunded amounts, each shared by the splits of its plan; the debt of a
 * payee from the run before is carried over. By payee. */
export function payoutsOf({ payments, plans, firm, before }: PaymentsToShare): Payout[] {
  const byPayee = new Map<string, Sums>();
  const of = (payee: string): Sums => {
    const known = byPayee.get(payee) ?? { collected: 0n, refunded: 0n, carried: 0n };
    byPayee.set(payee, known);
    return known;
  };
  for (const { payee, amount } of before) {
    const cents = unitsOf(amount as Decimal, places.money);
    if (cents < 0n) of(payee).carried += cents;
  }
  for (const { billingPlanOid, collected, refunded } of payments) {
    const payees = payeesOf(plans, billingPlanOid, firm);
    const shares = [collected, refunded].map((amount) =>
      shareAmongPayees(unitsOf(amount, places.money), payees),
    );
    for (const [at, { payee }] of payees.entries()) {
      of(payee).collected += shares[0]?.[at] ?? 0n;
      of(payee).refunded += shares[1]?.[at] ?? 0n;
    }
  }
  return [...byPayee]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([payee, { collected, refunded, carried }]) => ({
      payee,
      collected: moneyText(collected),
      refunded: moneyText(refunded),
      carried: moneyText(carried),
      amount: moneyText(collected - refunded + carried),
    }));
}

const wholePercent = 10_000n;

function payeesOf(
  plans: ReadonlyMap<string, BilledPlan>,
  billingPlanOid: Id | null,
  firm: string,
): BilledPlan["splits"] {
  const splits = plans.get(billingPlanOid ?? "")?.splits ?? [];
  return splits.length > 0 ? splits : [{ payee: firm, percent: wholePercent }];
}
