// The rows of daily unit values: a walk from 100, gross and net of fees.

import { addDays, type Day } from "@bursar/values/dates";
import { isBusinessDay } from "../../reference/exchange-days/calendar.ts";
import type { SampleRow } from "./account-rows.ts";
import { type Draws, drawsFor } from "./draws.ts";
import { fixedPoint } from "./history-rows.ts";
import { type FirmPlan, plannedAccounts } from "./households.ts";

/** How many days of a year have a value. */
export const valuedDaysOfYear = 252;

// The sample firm's own series end on this day.
const lastOn = "2026-09-30" as Day;

/** The last `count` business days of New York, oldest first. */
export function valuedDays(count: number): Day[] {
  const days: Day[] = [];
  for (let on = lastOn; days.length < count; on = addDays(on, -1)) {
    if (isBusinessDay(on)) days.push(on);
  }
  return days.reverse();
}

/** The series of every account and, where the plan asks for it, of its first folio; none where they
 * follow from transactions. */
export function* unitValueRows(plan: FirmPlan): Generator<SampleRow> {
  if (plan.trading) return;
  for (const { number } of plannedAccounts(plan)) {
    yield* seriesRows(plan, number, undefined);
    if (plan.folioValues) yield* seriesRows(plan, number, `${number}03`);
  }
}

const places = 8;
const million = 1_000_000n;
const feeOfDay = 40n;

function* seriesRows(
  { seed, days }: FirmPlan,
  accountNumber: string,
  folioNumber: string | undefined,
): Generator<SampleRow> {
  const draws: Draws = drawsFor(seed, `unit values ${folioNumber ?? accountNumber}`);
  let gross = 100n * 10n ** BigInt(places);
  let net = gross;
  for (const date of days) {
    yield {
      accountNumber,
      folioNumber,
      date,
      grossUnitValue: fixedPoint(gross, places),
      netUnitValue: fixedPoint(net, places),
    };
    const change = BigInt(draws.below(16_001) - 7_700);
    gross = (gross * (million + change)) / million;
    // The smaller value with the smaller factor stays the smaller one.
    net = (net * (million + change - feeOfDay)) / million;
  }
}
