// The interface's rules for the capacity, amounts and cash of subscriptions, written once more, in cents.
import type { OrderStatus } from "../../src/brokerage/placements/private-placement-orders/life-cycle.ts";
import type { TestService } from "../harness.ts";
import { testNow } from "../sample-template.ts";
import { loadOffers } from "../subscriptions.ts";
import type { Actor, Model, OfferModel, OfferTerms, OrderModel } from "./model.ts";

const least = 500_000;
export const size = 3_000_000;
export const minimum = 100_000;
export const money = (cents: number) => (cents / 100).toFixed(2);

/** The terms of the offers of a sequence. */
const offers: readonly OfferTerms[] = [
  { isBestEfforts: false, closing: 9 },
  { isBestEfforts: true, closing: 3 },
  { isBestEfforts: false, closing: 2_000 },
];

/** Loads offers to which accounts may subscribe. */
export async function loadOpenOffers(service: TestService): Promise<Omit<OfferModel, "status">[]> {
  const oids = await loadOffers(
    service,
    offers.map(({ isBestEfforts, closing }) => ({
      offerStatus: "I",
      offerSize: money(size),
      closingDate: dayAt(closing),
      ...(isBestEfforts
        ? { executionType: "B", offerMinimum: undefined }
        : { executionType: "P", offerMinimum: money(least) }),
      minimumInvestmentAmount: money(minimum),
      daysFromClosingCashIsRequired: "999",
    })),
  );
  return oids.map((oid, index) => ({ oid, terms: offers[index] as OfferTerms }));
}

/** So many days after the first, at the same hour. */
export function instantAt(day: number): string {
  return new Date(+testNow + day * 86_400_000).toISOString();
}
/** The day that is so many after the first. */
export const dayAt = (day: number) => instantAt(day).slice(0, "2026-03-02".length);

/** Accounts that may subscribe, with their primary owners. */
export const owners: Readonly<Record<string, string>> = {
  RA00000001: "ada.whitfield",
  RA00000009: "ada.whitfield",
  RB00000001: "erin.cole",
  RB00000004: "frank.cole",
};
export const accounts = Object.keys(owners);

/** Whether a caller sees an account; the client is the owner of Harbor's. */
export function sees(caller: Actor, account: string): boolean {
  if (caller === "operator") return true;
  return account.startsWith("RA")
    ? caller === "adviser" || caller === "client"
    : caller === "otherAdviser";
}

export const counts: ReadonlySet<OrderStatus> = new Set([
  ...(["INITIAL", "ACCEPTED", "ORDER_CREATED", "PROCESSING", "COMPLETE"] as const),
]);
const placed: ReadonlySet<OrderStatus> = new Set(["ORDER_CREATED", "PROCESSING"]);
export const ended: ReadonlySet<OrderStatus> = new Set(["REJECTED", "CANCELLED"]);

export const ordersOf = ({ orders }: Model, offer: OfferModel) =>
  orders.filter((order) => order.offer === offer);

/** How much of an offer is approved, in cents. */
export function approvedOf(model: Model, offer: OfferModel): number {
  return ordersOf(model, offer).reduce((total, { fill }) => total + (fill ?? 0), 0);
}

/** Whether the time to decide on subscriptions is over. */
export function isDue({ day }: Model, { status, terms }: OfferModel): boolean {
  const grace = terms.isBestEfforts && status === "P" ? 10 : 0;
  return (status === "I" || status === "P") && day > terms.closing + grace;
}

/** Whether what is approved, in cents, lets an offer be executed. */
export const isExecutable = ({ terms }: OfferModel, approved: number) =>
  terms.isBestEfforts ? approved > 0 : approved >= least;

/** Whether time has closed an offer, even if the sweep has yet to write it. */
export function isEnded(model: Model, offer: OfferModel): boolean {
  const isOver = offer.status === "I" || !isExecutable(offer, approvedOf(model, offer));
  return isDue(model, offer) && isOver;
}

/** The status that time has given a subscription. */
export function statusByTime(model: Model, { status, offer }: OrderModel): OrderStatus {
  if (status === "INITIAL") return isDue(model, offer) ? "REJECTED" : status;
  const isOpen = status === "ACCEPTED" || status === "ORDER_CREATED";
  return isOpen && isEnded(model, offer) ? "CANCELLED" : status;
}

/** Whether accounts may subscribe to an offer. */
const isOpenOffer = ({ day }: Model, { status, terms }: OfferModel) =>
  (status === "I" || status === "P") && day <= terms.closing;

/** The codes of the rules that an account's amount in an offer breaks. */
export function amountCodes(
  model: Model,
  offer: OfferModel,
  account: string,
  amount: number,
): string[] {
  const others = ordersOf(model, offer).filter(
    (each) =>
      each.account !== account &&
      owners[each.account] === owners[account] &&
      counts.has(each.status),
  );
  const all = others.reduce((total, { amount: asked, fill }) => total + (fill ?? asked), amount);
  return [
    ...(isOpenOffer(model, offer) ? [] : ["order.offer.closed.rule"]),
    ...restrictionCodes(model, account),
    ...(amount < minimum ? ["order.minimum.investment.rule"] : []),
    ...(all > size ? ["order.maximum.investment.rule"] : []),
    ...(amount > size - approvedOf(model, offer) ? ["order.capacity.rule"] : []),
  ];
}

/** The codes by which restrictions refuse a subscription; one account has those of a sequence. */
export function restrictionCodes({ restrictions }: Model, account: string): string[] {
  return account === "RA00000009" && restrictions.size > 0 ? ["account.restricted.rule"] : [];
}

/** The cash with which an account can pay for a subscription in addition to the placed ones. */
function cashFor({ cash, orders }: Model, order: OrderModel): number {
  return orders
    .filter((each) => each !== order && each.account === order.account && placed.has(each.status))
    .reduce((left, { fill }) => left - (fill ?? 0), cash.get(order.account) ?? 0);
}

/** The codes of the rules that keep a subscription from being placed. */
export function placingCodes(model: Model, order: OrderModel): string[] {
  return [
    ...(cashFor(model, order) >= (order.fill ?? 0) ? [] : ["order.cash.rule"]),
    ...restrictionCodes(model, order.account),
  ];
}

/** Places subscriptions as the sweep does: the cash of approved ones is required at once, and asked for by a notice
 * where it is missing. */
export function placeDue(model: Model): void {
  const byNumber = model.orders.toSorted((one, other) =>
    Number(BigInt(one.oid) - BigInt(other.oid)),
  );
  for (const order of byNumber) {
    if (order.status !== "ACCEPTED" || order.offer.status !== "P") continue;
    const codes = placingCodes(model, order);
    if (codes.length === 0) order.status = "ORDER_CREATED";
    if (codes.includes("order.cash.rule")) model.items += 1;
  }
}

/** Ends offers as the sweep does: those that nobody executed in time, with their undecided subscriptions. */
export function closeDue(model: Model): void {
  for (const offer of model.offers.filter((each) => isDue(model, each))) {
    const isEnding = isEnded(model, offer);
    for (const order of ordersOf(model, offer)) {
      const isUndecided = order.status === "INITIAL";
      const isOpen = isUndecided || order.status === "ACCEPTED" || order.status === "ORDER_CREATED";
      if (!isOpen || !(isUndecided || isEnding)) continue;
      Object.assign(order, { status: isUndecided ? "REJECTED" : "CANCELLED", fill: null });
    }
    if (isEnding) offer.status = "N";
  }
}

/** The fields of a subscription's record that the model knows. */
export function recordOf({ oid, offer, status, amount, fill }: OrderModel) {
  return {
    privatePlacementOrderOid: oid,
    privatePlacementOfferOid: offer.oid,
    orderStatus: status,
    requestedDollarAmount: money(amount),
    fillDollarAmount: fill === null ? null : money(fill),
  };
}
