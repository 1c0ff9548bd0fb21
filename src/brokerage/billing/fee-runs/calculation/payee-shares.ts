// How what is collected is shared among those who are paid.
import { shareOut } from "@bursar/values/units";

/** The payees, and the share of each in the whole, in 0.01 percent; together 100.00. */
export interface Payee {
  readonly payee: string;
  readonly percent: bigint;
}

/** The cents of each payee, in the plan's order: largest remainder, ties to the earlier one. */
export function shareAmongPayees(cents: bigint, payees: readonly Payee[]): bigint[] {
  return shareOut(
    cents,
    payees.map(({ percent }) => percent),
  );
}
