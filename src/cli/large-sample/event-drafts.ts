// Events of an account without an order: lots from elsewhere, splits, payouts.
import { addDays, type Day } from "@bursar/values/dates";
import { type AccountState, type Draft, move, sharesBefore, traded } from "./account-state.ts";
import { fixedPoint } from "./history-rows.ts";
import { closeAt, worthOf } from "./market.ts";
import type { PayoutIntent, SplitIntent, TradeIntent } from "./trading-plan.ts";

/** Shares from another firm for what a security's stake is worth, in up to three older lots. */
export function transferIn(state: AccountState, { at, security }: TradeIntent): Draft {
  const { draws, market, stakeOfSecurity } = state;
  const on = market.days[at] as Day;
  const price = closeAt(security, at);
  const parts = Array.from({ length: 1 + draws.below(3) }, () => {
    const part = (stakeOfSecurity * 1_000_000_000n) / (price * 3n);
    return part > 100_000n ? part - (part % 100_000n) : part;
  });
  const shares = parts.reduce((sum, part) => sum + part, 0n);
  const lots = parts.map((part) => {
    const basis = (worthOf(part, price) * BigInt(50 + draws.below(70))) / 100n;
    const originalAcquisitionDate = addDays(on, -60 - draws.below(4_000));
    const isKnown = !draws.oneIn(25);
    const cost = isKnown && { originalAcquisitionDate, originalCostBasis: fixedPoint(basis, 2) };
    return { shares: fixedPoint(part, 5), ...cost };
  });
  move(state, { at, security }, shares);
  const columns = {
    securityId: security.id,
    shares: fixedPoint(shares, 5),
    lots: JSON.stringify(lots),
  };
  return { type: "TIN", columns, security, shares, isTransfer: true };
}

/** The new position is rounded down; what is below is dropped. */
export function split(state: AccountState, { at, security, split }: SplitIntent): Draft {
  const { ratioNew, ratioOld } = split;
  const before = sharesBefore(state, security, at);
  const shares = (before * ratioNew) / ratioOld - before;
  move(state, { at, security }, shares);
  const columns = {
    securityId: security.id,
    ratioNew: String(ratioNew),
    ratioOld: String(ratioOld),
  };
  return { type: "SPL", columns, security, shares };
}

/** A dividend on what was held before the ex-date. */
export function pay(state: AccountState, intent: PayoutIntent): Draft {
  const { security, payout } = intent;
  const { amount, tax } = paidOf(state, intent);
  state.cash += amount - tax;
  const columns = {
    securityId: security.id,
    amount: fixedPoint(amount, 2),
    exDate: state.market.days[payout.exAt],
    ...(tax > 0n && { foreignTaxWithholding: fixedPoint(tax, 2), withholdingCountry: "GB" }),
  };
  return { type: "DIV", columns, cash: amount - tax, exAt: payout.exAt };
}

/** The payout buys shares at the close. */
export function reinvest(state: AccountState, intent: PayoutIntent): Draft {
  const { at, security } = intent;
  const { amount, tax } = paidOf(state, intent);
  const price = closeAt(security, at);
  const bought = ((amount - tax) * 1_000_000_000n) / price;
  const shares = bought > 0n ? bought : 1n;
  const cost = worthOf(shares, price);
  state.cash -= cost;
  move(state, { at, security }, shares);
  return traded(state, intent, { type: "REI", shares, price, cash: -cost });
}

/** The cents of a payout, and what another country withholds of them. */
function paidOf(state: AccountState, { security, payout }: PayoutIntent) {
  const shares = sharesBefore(state, security, payout.exAt);
  const paid = worthOf(shares, payout.perShare);
  const amount = paid > 0n ? paid : 1n;
  return { amount, tax: security.isForeign ? amount / 10n : 0n };
}
