// The history of a folio of the sample firm, day by day: how it opens, what it is paid, what goes in and
// out, and how it follows its weights. What happens on a day depends on earlier days alone.
import { addDays, addMonths, type Day, endOfQuarter } from "@bursar/values/dates";
import { isBusinessDay } from "../../reference/exchange-days/calendar.ts";
import { drawsFor } from "../large-sample/draws.ts";
import { fixedPoint } from "../large-sample/history-rows.ts";
import type { AccountPlan, Gift, PlannedOrder, Weights } from "./account-plans.ts";
import {
  add,
  amountOf,
  book,
  bookCash,
  closeOf,
  emptyFolio,
  type FolioState,
  folioValue,
  sharesText,
  trade,
  worthOf,
} from "./folio-state.ts";
import { listed, type Payouts, spinOffOn, splitOn } from "./listed-securities.ts";
import type { Market } from "./market.ts";

/** The plan from which a folio is drawn, besides the market. */
export interface FolioPlan extends AccountPlan {
  readonly weights: Weights;
  /** The end of the last quarter whose fee was taken before the firm came to this service. */
  readonly billedUntil: Day;
  /** The end of the last quarter whose fee has been taken; a fee run takes those after `billedUntil`. */
  readonly paidUntil: Day;
}

/** A payout that is due to the holders of a day. */
interface DuePayout {
  readonly securityId: string;
  readonly exOn: Day;
  readonly paidOn: Day;
  readonly amount: bigint;
  readonly incomeKind: string;
}

/** Draws the history of a folio up to the market's last day. */
export function drawHistory(plan: FolioPlan, market: Market): FolioState {
  const state = emptyFolio(plan.account, plan.folio, market);
  const due: DuePayout[] = [];
  for (const on of market.days.filter((day) => day >= plan.beginsOn)) {
    state.on = on;
    bookEvents(state);
    due.push(...payoutsFrom(state));
    for (const payout of due.filter(({ paidOn }) => paidOn === on)) pay(state, payout);
    if (on === plan.beginsOn) open(state, plan);
    else {
      flow(state, plan);
      for (const order of plan.orders ?? []) if (order.on === on) carryOut(state, order);
      if (isRebalanced(plan, on)) rebalance(state, plan.weights);
      bill(state, plan);
    }
  }
  return state;
}

/** Splits and spin-offs, which the holders of the day before have. */
function bookEvents(state: FolioState): void {
  const split = state.shares.get("620");
  if (state.on === splitOn && split !== undefined) {
    book(state, "SPL", { securityId: "620", ratioNew: "3", ratioOld: "1" });
    state.shares.set("620", split * 3n);
  }
  const parent = state.shares.get("625");
  if (state.on === spinOffOn && parent !== undefined) {
    const terms = { ratioNew: "1", ratioOld: "4", childPart: "6.90" };
    book(state, "SPO", { securityId: "625", intoSecurityId: "626", ...terms });
    add(state, "626", parent / 4n);
  }
}

/** The payouts whose ex-date is the folio's day. */
function payoutsFrom(state: FolioState): DuePayout[] {
  return listed.flatMap(({ id, payouts }) => {
    const shares = state.shares.get(id);
    if (shares === undefined || payouts === undefined) return [];
    const terms = payoutOn(payouts, state, id);
    if (terms === undefined) return [];
    const amount = (shares * terms.rate + 5_000_000n) / 10_000_000n;
    const { incomeKind } = payouts;
    return [{ securityId: id, exOn: state.on, paidOn: terms.paidOn, amount, incomeKind }];
  });
}

/** The payout of a share in 0.0001 of a dollar, and its day; undefined if it trades with the payout. */
function payoutOn(payouts: Payouts, state: FolioState, securityId: string) {
  if ("stated" in payouts) return payouts.stated.find(({ exOn }) => exOn === state.on);
  const { months, rate } = payouts;
  const isDue = months.includes(monthOf(state.on)) && isExDay(state.on, securityId);
  if (!isDue) return;
  const paidOn = nextBusinessDay(addDays(state.on, 14));
  return { paidOn, rate: (closeOf(state, securityId) * rate) / 10_000n };
}

/** Each security has a day of the month of its own, from the 4th to the 20th. */
function isExDay(on: Day, securityId: string): boolean {
  return on === firstBusinessDay(on, 4 + ((Number(securityId) * 7) % 17));
}

function pay(state: FolioState, { securityId, exOn, amount, incomeKind }: DuePayout): void {
  if (amount <= 0n) return;
  book(state, "DIV", { securityId, amount: fixedPoint(amount, 2), exDate: exOn, incomeKind });
  state.cash += amount;
}

/** Opens the folio with the holdings of its first day. */
function open(state: FolioState, plan: FolioPlan): void {
  const cents = BigInt(plan.opening) * 100n;
  if (plan.opensBy === "cash") {
    bookCash(state, cents, "ACH");
    rebalance(state, plan.weights);
    return;
  }
  let left = cents;
  for (const [securityId, weight] of plan.weights) {
    const shares = whole(
      securityId,
      (cents * BigInt(weight)) / 10_000n,
      closeOf(state, securityId),
    );
    if (plan.opensBy === "inheritance") inherit(state, securityId, shares);
    else transferIn(state, securityId, shares);
    left -= worthOf(state, securityId);
  }
  bookCash(state, left, "WIRE");
}

/** Shares that come from another custodian, in two lots of earlier years. */
function transferIn(state: FolioState, securityId: string, shares: bigint): void {
  const draws = drawsFor("sample firm", `lots of ${securityId} in ${state.folio}`);
  const first = ((shares * BigInt(30 + draws.below(40))) / 10_000_000n) * 100_000n;
  const price = closeOf(state, securityId);
  const lots = [first, shares - first]
    .filter((some) => some > 0n)
    .map((some, at) => {
      const years = at === 0 ? 4 + draws.below(7) : 1 + draws.below(3);
      const acquired = nextBusinessDay(addDays(addMonths(state.on, -12 * years), draws.below(300)));
      const percent = BigInt(at === 0 ? 38 + draws.below(40) : 78 + draws.below(40));
      return {
        shares: sharesText(some),
        originalAcquisitionDate: acquired,
        originalCostBasis: fixedPoint((amountOf(some, price) * percent) / 100n, 2),
      };
    });
  book(state, "TIN", { securityId, shares: sharesText(shares), lots: JSON.stringify(lots) });
  add(state, securityId, shares);
}

function inherit(state: FolioState, securityId: string, shares: bigint): void {
  const value = (amountOf(shares, closeOf(state, securityId)) * 101n) / 100n;
  book(state, "INH", {
    securityId,
    shares: sharesText(shares),
    dateOfDeath: "2023-08-14",
    marketValue: fixedPoint(value, 2),
  });
  add(state, securityId, shares);
}

/** Regular deposits and withdrawals, on the first business day from the 5th on. */
function flow(state: FolioState, { monthly = 0, yearly = 0 }: FolioPlan): void {
  if (state.on !== firstBusinessDay(state.on, 5)) return;
  const cents = BigInt(monthly) * 100n;
  if (cents < 0n) raise(state, -cents);
  bookCash(state, cents, "ACH");
  if (yearly > 0 && monthOf(state.on) === 1) bookCash(state, BigInt(yearly) * 100n, "CHECK");
}

function carryOut(state: FolioState, order: PlannedOrder): void {
  switch (order.kind) {
    case "deposit":
      bookCash(state, BigInt(order.amount) * 100n, "WIRE");
      break;
    case "withdrawal": {
      const cents = BigInt(order.amount) * 100n;
      raise(state, cents);
      bookCash(state, -cents, "WIRE");
      break;
    }
    case "buy": {
      const { securityId } = order;
      const shares = BigInt(order.shares) * wholeShare;
      raise(state, amountOf(shares, closeOf(state, securityId)));
      trade(state, securityId, shares);
      break;
    }
    case "sell": {
      const { securityId, percent } = order;
      const part = ((state.shares.get(securityId) ?? 0n) * BigInt(percent)) / 100n;
      trade(state, securityId, -(part - (part % wholeShare)));
      break;
    }
    case "gift":
      receive(state, order);
      break;
  }
}

const wholeShare = 100_000n;

function receive(state: FolioState, { securityId, donorOn, donorBasis, ...gift }: Gift): void {
  const shares = BigInt(gift.shares) * wholeShare;
  book(state, "GFT", {
    securityId,
    shares: sharesText(shares),
    donorAcquisitionDate: donorOn,
    donorCostBasis: fixedPoint(BigInt(donorBasis) * 100n, 2),
    marketValue: fixedPoint(amountOf(shares, closeOf(state, securityId)), 2),
  });
  add(state, securityId, shares);
}

/** Sells of the largest holding until there is cash for an amount, and a little more. */
function raise(state: FolioState, cents: bigint): void {
  const lacking = cents + folioValue(state) / 200n - state.cash;
  if (lacking <= 0n || state.cash >= cents) return;
  const [largest] = [...state.shares.keys()].toSorted((one, other) =>
    worthOf(state, one) < worthOf(state, other) ? 1 : -1,
  );
  if (largest === undefined) return;
  const price = closeOf(state, largest);
  const shares = whole(largest, lacking, price) + wholeShare;
  const held = state.shares.get(largest) ?? 0n;
  trade(state, largest, -(shares < held ? shares : held));
}

/** Follows the weights again: sells what is more than a hundredth of all above its weight, then buys
 * what is below. */
function rebalance(state: FolioState, weights: Weights): void {
  const value = folioValue(state);
  const away = weights.map(([securityId, weight]) => ({
    securityId,
    cents: (value * BigInt(weight)) / 10_000n - worthOf(state, securityId),
  }));
  for (const { securityId, cents } of away) {
    if (cents > -value / 100n) continue;
    trade(state, securityId, -whole(securityId, -cents, closeOf(state, securityId)));
  }
  const keeps =
    value - weights.reduce((sum, [, weight]) => sum + (value * BigInt(weight)) / 10_000n, 0n);
  const least = keeps > value / 100n ? keeps : value / 100n;
  for (const { securityId, cents } of away) {
    if (cents < value / 100n) continue;
    const left = state.cash - least;
    const spent = cents < left ? cents : left;
    if (spent > 0n) trade(state, securityId, whole(securityId, spent, closeOf(state, securityId)));
  }
}

/** How many shares an amount buys; of a fund to a thousandth, of anything else whole ones. */
function whole(securityId: string, cents: bigint, price: bigint): bigint {
  if (price === 0n) return 0n;
  const unit = listed.find(({ id }) => id === securityId)?.hasFractions ? 100n : wholeShare;
  return ((cents * wholeShare) / price / unit) * unit;
}

function isRebalanced({ rebalanced }: FolioPlan, on: Day): boolean {
  return monthOf(on) % 3 === rebalanced && on === firstBusinessDay(on, 17);
}

/** Takes the fee of a quarter, on the first business day from the 15th of the month after it. */
function bill(state: FolioState, { fee, billedUntil, paidUntil, beginsOn }: FolioPlan): void {
  if (fee === 0 || monthOf(state.on) % 3 !== 1 || state.on !== firstBusinessDay(state.on, 15))
    return;
  const quarterEnd = endOfQuarter(addMonths(state.on, -3));
  if (quarterEnd > paidUntil || quarterEnd < beginsOn) return;
  const amount = (folioValue(state) * BigInt(fee)) / 40_000n;
  raise(state, amount);
  if (quarterEnd <= billedUntil) book(state, "FEE", { amount: fixedPoint(amount, 2) });
  // Cash that a fee run takes may not be used by anything else.
  state.cash -= amount;
}

function monthOf(on: Day): number {
  return Number(on.slice(5, 7));
}

/** The first business day of a day's month that is not before a day of the month. */
function firstBusinessDay(on: Day, dayOfMonth: number): Day {
  return nextBusinessDay(`${on.slice(0, 8)}${String(dayOfMonth).padStart(2, "0")}` as Day);
}

/** The day itself, or the first business day behind it. */
export function nextBusinessDay(day: Day): Day {
  const known = nextDays.get(day);
  if (known !== undefined) return known;
  let on = day;
  while (!isBusinessDay(on)) on = addDays(on, 1);
  nextDays.set(day, on);
  return on;
}

// Every folio asks for the same days.
const nextDays = new Map<Day, Day>();
