// Facts that open lots, for the second implementation.
import type { LotFact } from "../src/facts/fact.ts";
import { isLess, plus, type Rational, read, rounded, shared, times, zero } from "./rational.ts";
import { type Lot, make, poolOf, type State, worth } from "./state.ts";
import { meetWaiting } from "./wash-sales.ts";

export function acquire(
  state: State,
  fact: Extract<
    LotFact,
    {
      kind: "buy" | "reinvestment" | "transferIn" | "giftIn" | "inheritance" | "lotsReceived";
    }
  >,
): void {
  const base = {
    security: fact.security,
    id: BigInt(fact.transactionId),
    entry: fact.entryOrder,
    bought: fact.tradeOn,
    listed: 0,
    original: fact.tradeOn as string | undefined,
    adjusted: fact.tradeOn as string | undefined,
    gift: undefined as string | undefined,
    transfer: undefined as string | undefined,
    inherited: false,
    reinvested: fact.kind === "reinvestment",
    covered: undefined as boolean | undefined,
    shares: read(fact.shares),
    first: read(fact.shares),
    lower: undefined as Rational | undefined,
    canReplace: false,
    match: 1e9,
    made: 0,
  };
  const opened: Lot[] = [];
  if (fact.kind === "transferIn" || fact.kind === "lotsReceived") {
    for (const [listed, lot] of fact.lots.entries()) {
      const text = lot.adjustedCostBasis ?? lot.originalCostBasis;
      const basis = text === undefined ? undefined : read(text);
      const value = lot.giftMarketValue === undefined ? undefined : read(lot.giftMarketValue);
      opened.push({
        ...base,
        listed,
        transfer: fact.tradeOn,
        shares: read(lot.shares),
        first: read(lot.shares),
        original: lot.originalOn,
        adjusted: lot.adjustedOn ?? lot.originalOn,
        inherited: lot.isInherited === true,
        covered: lot.isCovered,
        gift: lot.giftOn,
        basis,
        lower: basis && value && isLess(value, basis) ? value : undefined,
        cost: read(lot.originalCostBasis ?? text ?? "0"),
      });
    }
    if (fact.kind === "lotsReceived" && fact.reason === "GFT") {
      giveLots(opened, fact.tradeOn, read(fact.marketValue ?? "0"));
    }
  } else if (fact.kind === "giftIn") {
    const basis = fact.donorBasis === undefined ? undefined : read(fact.donorBasis);
    const value = fact.marketValue === undefined ? undefined : read(fact.marketValue);
    const lower = basis && value && isLess(value, basis) ? value : undefined;
    const dates = {
      original: fact.donorAcquiredOn,
      adjusted: fact.donorAcquiredOn,
      gift: fact.tradeOn,
    };
    opened.push({ ...base, ...dates, basis, cost: basis ?? zero, lower });
  } else if (fact.kind === "inheritance") {
    const basis = fact.marketValue === undefined ? undefined : read(fact.marketValue);
    const died = fact.diedOn ?? fact.tradeOn;
    const dates = { original: died, adjusted: died, inherited: true };
    opened.push({ ...base, ...dates, basis, cost: basis ?? zero });
  } else {
    const each = worth(state, fact.security, fact.price);
    const paid = rounded(times(read(fact.shares), each), 2, "up");
    const basis = fact.netAmount ? read(fact.netAmount) : plus(paid, read(fact.fees ?? "0"));
    opened.push({ ...base, basis, cost: basis, canReplace: true });
  }
  open(state, opened);
}

export function open(state: State, opened: readonly Lot[]): void {
  for (const lot of opened) {
    const pool = poolOf(state, lot.security);
    make(state, lot);
    if (pool === undefined) {
      if (lot.canReplace) meetWaiting(state, lot);
      continue;
    }
    pool.basis = plus(pool.basis, lot.basis ?? zero);
    if (lot.basis === undefined) pool.known = false;
    lot.lower = undefined;
  }
}

/** Lots that are a gift have its day, and its value where that is the lowest of all. */
function giveLots(lots: Lot[], day: string, value: Rational): void {
  const values = shared(
    value,
    lots.map(({ shares }) => shares),
    2,
  );
  for (const [at, lot] of lots.entries()) {
    const worth = values[at] ?? zero;
    const isLower = lot.basis && isLess(worth, lot.lower ?? lot.basis);
    if (lot.lower === undefined || isLower)
      lots[at] = { ...lot, gift: day, lower: isLower ? worth : undefined };
  }
}
