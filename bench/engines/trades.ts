// Trades for the rows of lot relief: drawn from a seed, so that the same sizes give the same facts.
import type { LotFact } from "@bursar/tax-lots";
import { addDays, type Day } from "@bursar/values/dates";
import type { Decimal } from "@bursar/values/decimal";
import type { Id } from "@bursar/values/ids";

/** How many trades, spread over how many securities. */
export interface TradeSize {
  readonly trades: number;
  readonly securities: number;
  /** Whether trades are of odd lots and fractions of a share, too, not of round lots alone. */
  readonly areOdd?: boolean;
}

const firstOn = "2014-01-02" as Day;
const years = 10;

interface Position {
  readonly security: Id;
  cents: number;
  /** Shares held, in 0.00001. */
  held: number;
}

/** How many of a hundred trades are buys in the first half, and sales in the second half. */
const leading = 78;

/**
 * Buys and sales of one to five round lots over ten years in the order of entry, as they would be
 * read from a file; on demand two of ten are of odd lots, and two of fractions of a share. Every
 * tenth security trades five times as often as the others: 3,571 times where 1,000 share 1,000,000
 * trades. As buys lead and sales follow, it then has 1,000 open lots between. Prices walk up and down,
 * so that about half of the sales are at a loss.
 */
export function trades(size: TradeSize): LotFact[] {
  const { areOdd = false } = size;
  const random = drawsFrom(20_140_102);
  const positions = positionsOf(size.securities, random);
  const drawn = drawOrder(size.securities);
  const days = Array.from({ length: years * 365 + 2 }, (_, at) => addDays(firstOn, at));
  return Array.from({ length: size.trades }, (_, at) => {
    const day = Math.floor((at * years * 365) / size.trades);
    const tradeOn = days[day] as Day;
    const settlementOn = days[day + 2] as Day;
    const position = positions[drawn[random(drawn.length)] as number] as Position;
    const step = Math.ceil(position.cents / 50);
    position.cents = Math.max(500, position.cents + random(2 * step + 1) - step);
    const isEarly = at * 2 < size.trades;
    const trade = tradeOf(
      position,
      { at, tradeOn, settlementOn, isBuy: random(100) < leading === isEarly, areOdd },
      random,
    );
    return JSON.parse(JSON.stringify(trade)) as LotFact;
  });
}

/** Monthly reinvestments of a number of funds over ten years, and a sale every thirty months. */
export function fundPlans(funds: number): LotFact[] {
  const random = drawsFrom(20_140_103);
  const positions = positionsOf(funds, random);
  const days = Array.from({ length: 120 }, (_, month) => addDays(firstOn, month * 30));
  const facts: LotFact[] = [];
  for (const [month, tradeOn] of days.entries()) {
    const settlementOn = addDays(tradeOn, 1);
    for (const position of positions) {
      const step = Math.ceil(position.cents / 50);
      position.cents = Math.max(500, position.cents + random(2 * step + 1) - step);
      const shares = 1 + random(9 * share);
      const base = {
        tradeOn,
        settlementOn,
        folio: "RA0000000103",
        security: position.security,
        price: hundredths(position.cents),
      };
      const entered = () => {
        const entryOrder = facts.length;
        return { ...base, transactionId: `${1_000_000_000 + entryOrder}` as Id, entryOrder };
      };
      facts.push({ ...entered(), kind: "reinvestment", shares: sharesText(shares) });
      position.held += shares;
      if (month % 30 < 29) continue;
      const sold = Math.floor(position.held / 3);
      facts.push({ ...entered(), kind: "sell", shares: sharesText(sold) });
      position.held -= sold;
    }
  }
  return facts.map((fact) => JSON.parse(JSON.stringify(fact)) as LotFact);
}

interface Turn {
  readonly at: number;
  readonly tradeOn: Day;
  readonly settlementOn: Day;
  readonly isBuy: boolean;
  readonly areOdd: boolean;
}

function tradeOf(position: Position, turn: Turn, random: Draw): LotFact {
  const { at, tradeOn, settlementOn, isBuy, areOdd } = turn;
  const base = {
    transactionId: `${1_000_000_000 + at}` as Id,
    entryOrder: at,
    tradeOn,
    settlementOn,
    folio: "RA0000000103",
    security: position.security,
    price: `${hundredths(position.cents)}` as Decimal,
    fees: "4.95" as Decimal,
  };
  const drawn = areOdd ? sharesOf(random) : roundLots(random);
  if (isBuy || position.held === 0) {
    position.held += drawn;
    return { ...base, kind: "buy", shares: sharesText(drawn) };
  }
  const sold = Math.min(position.held, drawn);
  position.held -= sold;
  return { ...base, kind: "sell", shares: sharesText(sold) };
}

const share = 100_000;

/** One to five round lots, in 0.00001 shares. */
function roundLots(random: Draw): number {
  return (1 + random(5)) * 100 * share;
}

/** The same, or as many shares in odd lots or fractions. */
function sharesOf(random: Draw): number {
  const kind = random(10);
  if (kind < 6) return roundLots(random);
  return kind < 8 ? (1 + random(500)) * share : 1 + random(500 * share);
}

function sharesText(units: number): Decimal {
  const digits = `${units}`.padStart(6, "0");
  const text = `${digits.slice(0, -5)}.${digits.slice(-5)}`;
  return (units % share === 0 ? text.slice(0, -6) : text) as Decimal;
}

function positionsOf(securities: number, random: Draw): Position[] {
  return Array.from({ length: securities }, (_, at) => ({
    security: `${601 + at}` as Id,
    cents: 2000 + random(20_000),
    held: 0,
  }));
}

/** Places of securities to draw from, every tenth one five times. */
function drawOrder(securities: number): number[] {
  return Array.from({ length: securities }, (_, at) => at).flatMap((at) =>
    at % 10 === 0 ? [at, at, at, at, at] : [at],
  );
}

function hundredths(count: number): Decimal {
  const digits = `${count}`.padStart(3, "0");
  return `${digits.slice(0, -2)}.${digits.slice(-2)}` as Decimal;
}

/** Gives a whole number from 0 to one below the limit. */
export type Draw = (limit: number) => number;

/** A sequence of draws that is the same for the same seed (mulberry32). */
function drawsFrom(seed: number): Draw {
  let state = seed;
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * limit);
  };
}
