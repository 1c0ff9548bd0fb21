// Trades for the rows of lot relief: drawn from a seed, so that the same sizes give the same facts.
import type { LotFact } from "../../src/engines/lot-relief/fact.ts";
import { addDays, type Day } from "../../src/values/dates.ts";
import type { Decimal } from "../../src/values/decimal.ts";
import type { Id } from "../../src/values/ids.ts";

/** How many trades, spread over how many securities. */
export interface TradeSize {
  readonly trades: number;
  readonly securities: number;
}

const firstOn = "2014-01-02" as Day;
const years = 10;

interface Position {
  readonly security: Id;
  cents: number;
  /** Shares held, in hundredths. */
  held: number;
}

/**
 * Buys and sales over ten years in the order of entry. Every tenth security trades five times as
 * often as the others. Prices walk up and down, so that about half of the sales are at a loss.
 * Buys lead in the first half and sales in the second, so that hundreds of lots are open between.
 */
export function trades(size: TradeSize): LotFact[] {
  const random = drawsFrom(20_140_102);
  const positions = positionsOf(size.securities, random);
  const drawn = drawOrder(size.securities);
  return Array.from({ length: size.trades }, (_, at) => {
    const days = Math.floor((at * years * 365) / size.trades);
    const tradeOn = addDays(firstOn, days);
    const position = positions[drawn[random(drawn.length)] as number] as Position;
    const step = Math.ceil(position.cents / 50);
    position.cents = Math.max(500, position.cents + random(2 * step + 1) - step);
    const isEarly = at * 2 < size.trades;
    return tradeOf(position, { at, tradeOn, isBuy: random(100) < (isEarly ? 92 : 30) }, random);
  });
}

interface Turn {
  readonly at: number;
  readonly tradeOn: Day;
  readonly isBuy: boolean;
}

function tradeOf(position: Position, { at, tradeOn, isBuy }: Turn, random: Draw): LotFact {
  const base = {
    transactionId: `${1_000_000_000 + at}` as Id,
    entryOrder: at,
    tradeOn,
    settlementOn: addDays(tradeOn, 2),
    folio: "RA0000000103",
    security: position.security,
    price: `${hundredths(position.cents)}` as Decimal,
    fees: "4.95" as Decimal,
  };
  const shares = 1 + random(20_000);
  if (isBuy || position.held === 0) {
    position.held += shares;
    return { ...base, kind: "buy", shares: hundredths(shares) };
  }
  const sold = Math.min(position.held, shares * 2);
  position.held -= sold;
  return { ...base, kind: "sell", shares: hundredths(sold) };
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
export function drawsFrom(seed: number): Draw {
  let state = seed;
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * limit);
  };
}
