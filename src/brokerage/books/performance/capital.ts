// The capital of a day: why it has no return, and what its purchases were advanced.
// (docs/performance.md, 1 and 2)
import type { Advance } from "@bursar/performance";
import type { Day } from "@bursar/values/dates";
import { textOf } from "@bursar/values/units";
import { moneyOf } from "./day-columns.ts";

/** The cash that a folio lacked on a day of purchases, and the cash to come that was counted as
 * paid for it. */
export interface AdvanceStep {
  readonly on: Day;
  readonly folioNumber: string;
  readonly lacked: string;
  /** The last day whose cash counts. */
  readonly until: Day;
  /** The inflow, and how much of it; null where no more comes in until then. */
  readonly transactionId: string | null;
  readonly paidOn: Day | null;
  readonly amount: string | null;
  /** The folio that a journal takes it from. */
  readonly givenBy: string | null;
}

/** The advances of purchases after a day and up to another. */
export function advancesWithin(
  advances: readonly Advance[],
  after: Day,
  until: Day,
): readonly AdvanceStep[] {
  return advances
    .filter(({ on }) => on > after && on <= until)
    .map(({ on, folio, lack, until: last, inflow }) => ({
      on,
      folioNumber: folio,
      lacked: moneyOf(lack),
      until: last,
      transactionId: inflow?.transactionId ?? null,
      paidOn: inflow?.on ?? null,
      amount: inflow ? moneyOf(inflow.cents) : null,
      givenBy: inflow?.giver ?? null,
    }));
}

/** Why a day has no return: its capital is below 1.00, or else below a twentieth of the debit. */
export function tooLittle(capital: bigint, debit: bigint): string {
  if (capital < 100n) return "below 1.00";
  // A twentieth of a cent has two more places.
  const twentieth = textOf(debit * 5n, 4).replace(/00$/, "");
  return `below a twentieth of the debit, ${moneyOf(debit)} / 20 = ${twentieth}`;
}
