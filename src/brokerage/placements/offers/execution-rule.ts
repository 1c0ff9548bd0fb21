// When an offer may be executed, and the days on which its subscriptions are decided. (interface 2.3)
import { type Day, daysBetween } from "@bursar/values/dates";
import { compare, type Decimal, isZero, sameValue } from "@bursar/values/decimal";
import { executionTypeCode, offerStatusCode } from "../../../reference/codes.ts";
import type { OfferRow } from "./queries.ts";

type Terms = Pick<OfferRow, "executionType" | "offerSize" | "offerMinimum">;

/** Whether what was approved reaches what the execution type requires: the size under ALL_OR_NONE,
 * the minimum under PART_OR_NONE, anything under BEST_EFFORTS. */
export function isExecutable(
  { executionType, offerSize, offerMinimum }: Terms,
  total: Decimal,
): boolean {
  if (executionType === executionTypeCode.allOrNone) return sameValue(total, offerSize);
  if (executionType === executionTypeCode.partOrNone)
    return compare(total, offerMinimum ?? offerSize) >= 0;
  return !isZero(total);
}

const daysOfGrace = 10;

/** Whether the time to approve is over: under BEST_EFFORTS ten days after the closing date, else with
 * that date. The days are counted, since the calendar may end before the last of them. */
function isPastApproval(
  { executionType, closingOn }: Pick<OfferRow, "executionType" | "closingOn">,
  today: Day,
): boolean {
  return (
    daysBetween(closingOn, today) >
    (executionType === executionTypeCode.bestEfforts ? daysOfGrace : 0)
  );
}

/** Whether subscriptions to an offer are approved still. */
export function isDecidable(
  offer: Pick<OfferRow, "offerStatus" | "executionType" | "closingOn">,
  today: Day,
): boolean {
  return offer.offerStatus === offerStatusCode.inProgress && !isPastApproval(offer, today);
}

/** Whether the closing date has passed: under BEST_EFFORTS approvals may follow for ten days. */
export function isDue(
  offer: Pick<OfferRow, "offerStatus" | "executionType" | "closingOn">,
  today: Day,
): boolean {
  const { offerStatus, closingOn } = offer;
  if (offerStatus === offerStatusCode.initial) return today > closingOn;
  return offerStatus === offerStatusCode.inProgress && isPastApproval(offer, today);
}

/** Whether time has closed an offer, even if the sweep has yet to write it. */
export function isEndedByTime(
  offer: Terms & Parameters<typeof isDue>[0] & Pick<OfferRow, "approvedTotal">,
  today: Day,
): boolean {
  const { offerStatus, approvedTotal } = offer;
  return (
    isDue(offer, today) &&
    (offerStatus === offerStatusCode.initial || !isExecutable(offer, approvedTotal))
  );
}

/** How an offer says that cash is required at once. */
const atOnce = "999";

/** Whether the approved subscriptions of an offer are to be paid by now. */
export function isCashRequired(
  offer: Pick<OfferRow, "offerStatus" | "closingOn" | "daysFromClosingCashIsRequired">,
  today: Day,
): boolean {
  const { offerStatus, closingOn, daysFromClosingCashIsRequired: days } = offer;
  if (offerStatus !== offerStatusCode.inProgress) return false;
  return days === atOnce || daysBetween(today, closingOn) <= Number.parseInt(days, 10);
}
