// Rules of an account's changes of its subscription, and until when. (interface 6.4)
import { sameValue } from "@bursar/values/decimal";
import { valueErrors } from "../../../values/errors.ts";
import { type Mover, mayMove } from "../../../values/life-cycle.ts";
import { type Problem, ruleProblem } from "../../../values/problem.ts";
import { type OrderStatus, orderLifeCycle } from "./life-cycle.ts";
import { stepped } from "./order-change.ts";
import type { OrderRow } from "./order-row.ts";
import type { OrderUpdate } from "./schema.ts";
import { noStep, stepProblem } from "./step-refusals.ts";

/** A subscription as it will stand, and the fields that change. */
export interface StandingOrder {
  readonly after: OrderRow;
  readonly fields: readonly string[];
}

/** The subscription with what was sent; what is sent as it is stored is no change. */
export function standingOrder(stored: OrderRow, request: OrderUpdate, now: Date): StandingOrder {
  const {
    requestedDollarAmount: amount = stored.requestedAmount,
    discretionary = stored.discretionary,
    solicited = stored.solicited,
    reasonForTrade = stored.reasonForTrade,
    comment = stored.comment,
    orderStatus = stored.orderStatus,
  } = request;
  const isWithdrawn = orderStatus !== stored.orderStatus;
  const changes: Readonly<Record<string, boolean>> = {
    requestedDollarAmount: !sameValue(amount, stored.requestedAmount),
    discretionary: discretionary !== stored.discretionary,
    solicited: solicited !== stored.solicited,
    reasonForTrade: reasonForTrade !== stored.reasonForTrade,
    comment: comment !== stored.comment,
    orderStatus: isWithdrawn,
    fillDollarAmount: isWithdrawn && stored.fillAmount !== null,
  };
  const fields = Object.keys(changes).filter((name) => changes[name]);
  if (fields.length === 0) return { after: stored, fields };
  const changed = {
    discretionary,
    solicited,
    reasonForTrade,
    comment,
    requestedAmount: amount,
    orderStatus: orderStatus as OrderStatus,
    fillAmount: isWithdrawn ? null : stored.fillAmount,
  };
  return { after: stepped(stored, changed, now), fields };
}

/** The fields that may come with a withdrawal and are no change of the requested amount. */
const companions: ReadonlySet<string> = new Set(["orderStatus", "fillDollarAmount", "comment"]);

/** Problems of the steps: what was asked for changes until the issuer decides, and a subscription is
 * withdrawn until the offer is executed. Time may have ended it; whether the offer is still open for
 * another amount, the rules of amounts say. */
export function problemsWithUpdate(
  request: OrderUpdate,
  stored: OrderRow,
  { fields }: StandingOrder,
  { by, byTime }: { readonly by: Mover; readonly byTime: OrderStatus },
): Problem[] {
  const { privatePlacementOfferOid: offerOid = stored.offerOid } = request;
  const isWithdrawal = request.orderStatus !== undefined;
  const isAmended = fields.some((name) => !(isWithdrawal && companions.has(name)));
  const isOtherAmount = fields.includes("requestedDollarAmount");
  const from = isOtherAmount && !isWithdrawal ? stored.orderStatus : byTime;
  const targets: readonly OrderStatus[] = [
    ...(isWithdrawal ? (["CANCELLED"] as const) : []),
    ...(isAmended ? (["INITIAL"] as const) : []),
  ];
  const refused = targets
    .map((to) => ({ from, to, by, through: "updatePrivatePlacementOrder" }))
    .find((step) => !mayMove(orderLifeCycle, step));
  return [
    ...(offerOid === stored.offerOid ? [] : [ruleProblem(valueErrors.uriMatching)]),
    ...(refused === undefined ? [] : [refused.to === "INITIAL" ? decided(from) : noStep(refused)]),
  ];
}

/** The refusal of an amendment once the issuer has decided. */
function decided(status: OrderStatus): Problem {
  return stepProblem(`The subscription is ${status}; it is amended while it is INITIAL.`);
}
