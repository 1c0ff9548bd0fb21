// The fee of an account by a run, as it is calculated.
import type { Day } from "@bursar/values/dates";
import type { AccountNumber, Id } from "@bursar/values/ids";
import type { FeeStep } from "./calculation/fee-step.ts";
import type { LineKind } from "./planned-parts.ts";

/** The warnings that a person should read before a run is approved; none of them stops the run. */
export const warnings = [
  "noValuation",
  "estimated",
  "flows",
  "inception",
  "terminated",
  "pending",
  "minimum",
  "cap",
  "noCash",
  "loaded",
  "change",
  "planChanged",
  "refund",
] as const;
export type Warning = (typeof warnings)[number];

/** The values by which a run's items are counted and filtered: the warnings, and that a posted fee would be another
 * now. */
export const exceptions = [...warnings, "changed"] as const;

/** The fee of an account, with the working. Amounts in cents. */
export interface CalculatedItem {
  readonly accountNumber: AccountNumber;
  readonly unitNumber: number;
  readonly unit: string;
  readonly lineKind: LineKind;
  readonly billingPlanOid: Id;
  readonly from: Day;
  readonly to: Day;
  readonly days: number;
  readonly basis: bigint;
  /** Percent a year, 6 places. */
  readonly rate: string;
  readonly computed: bigint;
  /** The fee of the period before; undefined where nothing was billed. */
  readonly previous: bigint | undefined;
  readonly steps: readonly FeeStep[];
  readonly warnings: readonly Warning[];
  /** The version of its account's facts. */
  readonly factsVersion: string;
  /** Whether its account waits for its owners, and is not billed. */
  readonly isExcluded: boolean;
  readonly payerAccountNumber: string | null;
  readonly collect: "debit" | "invoice";
  /** The line that a flow or a refund corrects. */
  readonly correctedLine: { readonly feeRunOid: Id; readonly line: number } | null;
}
