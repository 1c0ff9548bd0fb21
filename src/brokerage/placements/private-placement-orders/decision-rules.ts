// Rules of an issuer's decision on a subscription, and of the operator's processing. (interface
// 2.3)
import { compare, type Decimal, subtract, sum } from "@bursar/values/decimal";
import { mayMove } from "../../../values/life-cycle.ts";
import { brokenIf, fieldProblem, type Problem } from "../../../values/problem.ts";
import { matchesPath, shapeRules } from "../../../values/shape-rule.ts";
import type { InForce } from "../../clients-and-accounts/restrictions/account-state.ts";
import type { OfferRow } from "../offers/reads.ts";
import type { OrderDecision } from "./decision-schema.ts";
import { orderErrors } from "./errors.ts";
import { type OrderStatus, orderLifeCycle } from "./life-cycle.ts";
import type { OrderRow } from "./order-row.ts";
import { problemsWithPlacing } from "./placing-rules.ts";
import { noStep, stepProblem } from "./step-refusals.ts";

const rule = shapeRules<OrderDecision>();

/** The steps after acceptance, which only the operator makes. */
const processing: ReadonlySet<string> = new Set(["ORDER_CREATED", "COMPLETE", "CANCELLED"]);
const withComment: ReadonlySet<string> = new Set(["REJECTED", "CANCELLED"]);

/** Rules that need only the request, its path and who sends it. */
export const rulesOfDecision = [
  matchesPath<OrderDecision>("privatePlacementOfferOid", "privateplacementofferoid"),
  matchesPath<OrderDecision>("privatePlacementOrderOid", "privateplacementorderoid"),
  rule(["orderStatus", "comment"], ({ orderStatus = "", comment }) =>
    withComment.has(orderStatus) && comment === undefined
      ? [fieldProblem("comment", orderErrors.commentMissing)]
      : [],
  ),
  rule(["orderStatus", "price", "tradeDate", "settlementDate"], (request, { firmKind }) => {
    const isOperators = isOfBooking(request) || processing.has(request.orderStatus ?? "");
    return brokenIf(isOperators && firmKind !== "operator", orderErrors.operator);
  }),
];

type OfBooking = Pick<OrderDecision, "price" | "tradeDate" | "settlementDate">;

function isOfBooking({ price, tradeDate, settlementDate }: OfBooking): boolean {
  return [price, tradeDate, settlementDate].some((field) => field !== undefined);
}

/** The stored facts about a subscription that is decided. */
export interface DecisionFacts {
  readonly order: OrderRow;
  readonly offer: OfferRow;
  readonly by: "issuing" | "operator";
  /** The status that time has given the subscription, even if it is not written. */
  readonly byTime: OrderStatus;
  /** Whether the offer is in progress, and the time to approve is not over. */
  readonly isDecidable: boolean;
  readonly isCashRequired: boolean;
  /** Whether the exemption admits the owners in addition to the investors that count. */
  readonly areWithinCounts: boolean;
  /** Whether each owner is verified today, where the exemption requires it. */
  readonly areVerified: boolean;
  /** The cash with which the account can pay: its own less what its other placed subscriptions
   * take. */
  readonly cash: Decimal;
  readonly inForce: readonly InForce[];
}

/** Whether a request changes nothing of a subscription. */
export function isNoDecision(request: OrderDecision, order: OrderRow): boolean {
  const { orderStatus, fillDollarAmount: fill, comment, physicalSignatureReceived } = request;
  const isStanding = order.orderStatus === "INITIAL" || order.orderStatus === "ACCEPTED";
  const isStay = orderStatus === undefined || (isStanding && orderStatus === order.orderStatus);
  const { fillAmount } = order;
  const isSameFill = fill === undefined || (fillAmount !== null && compare(fill, fillAmount) === 0);
  const isSameComment = comment === undefined || comment === order.comment;
  const isPaper = physicalSignatureReceived === true && !order.physicalSignatureReceived;
  const isOther = isPaper || isNewlyTaken(request, order) || isOfBooking(request);
  return isStay && isSameFill && isSameComment && !isOther;
}

/** Whether a request accepts an owner who lives in none of the offer's states, whom the subscription does
 * not accept yet. Without such an owner there is nothing to accept. */
function isNewlyTaken({ deMinimisAccepted }: OrderDecision, order: OrderRow): boolean {
  return deMinimisAccepted === true && order.blueSkyException && !order.deMinimisAccepted;
}

/** The status that a request gives a subscription. */
export function statusAfter({ orderStatus }: OrderDecision, order: OrderRow): OrderStatus {
  return (orderStatus ?? order.orderStatus) as OrderStatus;
}

/** The approved amount of a subscription once a request accepts it. */
export function fillAfter(request: OrderDecision, order: OrderRow): Decimal {
  return request.fillDollarAmount ?? order.fillAmount ?? order.requestedAmount;
}

/** Whether an owner who lives elsewhere is taken once a request accepts the subscription for the first
 * time; a loaded one may say so already. */
export function deMinimisAfter(request: OrderDecision, order: OrderRow): boolean {
  return request.deMinimisAccepted ?? order.deMinimisAccepted;
}

/** Problems that need stored facts; a step that there is not hides all others. What the store's
 * constraints hold as well: `offer_approved_total` the capacity, `private_placement_order_fill` that
 * a fill is not above what was requested. */
export function problemsWithDecision(request: OrderDecision, facts: DecisionFacts): Problem[] {
  const { order, by } = facts;
  if (isNoDecision(request, order)) return [];
  const to = statusAfter(request, order);
  // Whether there is still time to accept, the rules of acceptance say.
  const from = to === "ACCEPTED" ? order.orderStatus : facts.byTime;
  const step = { from, to, by, through: "decideOrder" } as const;
  if (!mayMove(orderLifeCycle, step)) return [noStep(step)];
  if (hasUnfit(request, order, to)) return [unfit];
  if (to === "ORDER_CREATED" && !facts.isCashRequired) return [early];
  if (to === "ACCEPTED") return problemsWithAcceptance(request, facts);
  if (to === "ORDER_CREATED") return problemsWithPlacing({ ...facts, ...order });
  return [];
}

const unfit = stepProblem(
  "fillDollarAmount belongs to ACCEPTED, deMinimisAccepted to the first ACCEPTED; price, tradeDate " +
    "and settlementDate to COMPLETE.",
);
const early = stepProblem(
  "The day from which cash is required has not come; executing the offer places it, too.",
);

/** Whether a request has a field that its step does not take. */
function hasUnfit(request: OrderDecision, order: OrderRow, to: OrderStatus): boolean {
  const isAccepted = to === "ACCEPTED";
  const isFirst = isAccepted && order.orderStatus === "INITIAL";
  return (
    (request.fillDollarAmount !== undefined && !isAccepted) ||
    (isNewlyTaken(request, order) && !isFirst) ||
    (isOfBooking(request) && to !== "COMPLETE")
  );
}

/** A new fill is judged by the days and the amounts alone. */
function problemsWithAcceptance(request: OrderDecision, facts: DecisionFacts): Problem[] {
  const { order, offer } = facts;
  const isFirst = order.orderStatus === "INITIAL";
  const fill = fillAfter(request, order);
  const others = subtract(offer.approvedTotal, order.fillAmount ?? ("0" as Decimal));
  const isOutside =
    compare(fill, offer.minimumInvestmentAmount) < 0 || compare(fill, order.requestedAmount) > 0;
  return [
    ...brokenIf(!facts.isDecidable, orderErrors.offerClosed),
    ...(isFirst ? problemsOfPapers(request, facts) : []),
    ...brokenIf(isOutside, orderErrors.fill),
    ...brokenIf(compare(sum([others, fill]), offer.offerSize) > 0, orderErrors.capacity),
    ...brokenIf(isFirst && !facts.areWithinCounts, orderErrors.investorCount),
    ...brokenIf(isFirst && !facts.areVerified, orderErrors.accreditationVerification),
  ];
}

function problemsOfPapers(request: OrderDecision, { order, offer }: DecisionFacts): Problem[] {
  const isSigned = order.physicalSignatureReceived || request.physicalSignatureReceived === true;
  return [
    ...brokenIf(offer.physicalSignatureRequired && !isSigned, orderErrors.signature),
    ...brokenIf(order.blueSkyException && !deMinimisAfter(request, order), orderErrors.blueSky),
  ];
}
