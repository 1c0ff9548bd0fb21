// Expectations of an event by the custom of the market, and its unusual features. Pure.
// (docs/corporate-events.md, FINRA 11140)
import { addDays, type Day } from "@bursar/values/dates";
import { type Decimal, sum } from "@bursar/values/decimal";
import { unitsOf } from "@bursar/values/units";
import type { Calendar } from "../../../reference/settlement/queries.ts";
import { type Announced, entitledOn, isPayout } from "./announced.ts";

/** The surroundings of an event. Closes are dollars a share. */
export interface Surroundings {
  readonly calendar: Calendar;
  readonly today: Day;
  readonly isPrivate: boolean;
  /** The last close up to today or the entitlement day, whichever comes first. */
  readonly lastClose: Decimal | null;
  readonly lastCloseOn: Day | null;
  /** The rate a share of the payout of the kind before this one. */
  readonly lastRate: Decimal | null;
  /** Another event of the security, of which holders are entitled within ten days of this one. */
  readonly nearEventId: string | null;
}

const sameDaySince = "2024-05-28";
const dayBeforeSince = "2017-09-05";

/** The ex-date that the market gives a payout; undefined of what has none, or whose days are missing. */
export function expectedExDate(event: Announced, surroundings: Surroundings): Day | undefined {
  const { kind, recordOn, payOn } = event;
  if (!isPayout(kind) || surroundings.isPrivate || recordOn === null) return undefined;
  const { calendar, lastClose } = surroundings;
  // A quarter of the close or more, which has three places more than the rate.
  const isLarge =
    lastClose !== null && ratePaid(event) * 4n * 1_000n >= unitsOf(lastClose, closePlaces);
  if (isLarge) return payOn === null ? undefined : calendar.addTradingDays(payOn, 1);
  if (recordOn >= sameDaySince) return recordOn;
  return settlementDaysBefore(calendar, recordOn, recordOn >= dayBeforeSince ? 1 : 2);
}

const ratePlaces = 9;
/** Of a quotation and its factor. */
const closePlaces = 12;

/** Dollars a share of all components, in units of 9 places. */
function ratePaid({ terms }: Pick<Announced, "terms">): bigint {
  return unitsOf(sum((terms.components ?? []).map(({ rate }) => rate)), ratePlaces);
}

function settlementDaysBefore({ isSettlementDay }: Calendar, day: Day, count: number): Day {
  let on = day;
  for (let left = count; left > 0; ) {
    on = addDays(on, -1);
    if (isSettlementDay(on)) left -= 1;
  }
  return on;
}

/** The unusual features of an event, a sentence each; none of them keeps the event from being
 * booked. */
export function warningsOf(event: Announced, surroundings: Surroundings): string[] {
  const { exOn, recordOn } = event;
  const { calendar, lastRate, lastCloseOn, nearEventId } = surroundings;
  const expected = expectedExDate(event, surroundings);
  const isTenfold =
    lastRate !== null &&
    isPayout(event.kind) &&
    ratePaid(event) >= unitsOf(lastRate, ratePlaces) * 10n;
  const isOther = exOn !== null && expected !== undefined && exOn !== expected;
  const isNoSettlementDay = recordOn !== null && !calendar.isSettlementDay(recordOn);
  return [
    ...(isOther ? [`exDate is not ${expected}, as the market would have it.`] : []),
    ...(isTenfold ? ["The rate is ten times the last one of the security, or more."] : []),
    ...(isNoSettlementDay ? ["recordDate is no settlement day."] : []),
    ...(isRecent(calendar, lastCloseOn, closingDay(event, surroundings.today))
      ? []
      : ["The security has no close within five trading days."]),
    ...(nearEventId === null
      ? []
      : [`Event ${nearEventId} of the security is within ten days of this one.`]),
  ];
}

/** The day up to which closes of the security say what it is worth. */
export function closingDay(event: Announced, today: Day): Day {
  const day = entitledOn(event);
  if (day === null || day > today) return today;
  return day;
}

function isRecent({ addTradingDays }: Calendar, closedOn: Day | null, day: Day): boolean {
  return closedOn !== null && addTradingDays(closedOn, 5) >= day;
}
