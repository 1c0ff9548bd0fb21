// The results of the second implementation: rows and lots as lines of text, and the pieces that
// each fact moves to another account.
import type { TransferredLot } from "../src/facts/fact.ts";
import { closesOn, isLong } from "./fact-days.ts";
import { minus, plus, type Rational, shared, write, zero } from "./rational.ts";
import { held, type Lot, poolOf, type Row, type State, ties } from "./state.ts";

/** The pieces that each fact gives to another account, the oldest first. */
export function movedPieces({ rows }: State): Map<string, TransferredLot[]> {
  const given = rows.filter(({ fact }) => fact.kind === "lotsMoved");
  const byFact = Map.groupBy(given, ({ fact }) => fact.transactionId as string);
  const pieces = Array.from(byFact, ([id, own]) => {
    const oldest = own.toSorted((a, b) => ties(a.lot, b.lot));
    return [id, oldest.map(pieceOf)] as const;
  });
  return new Map(pieces);
}

function pieceOf({ lot, shares, basis, cost, lower, adjusted }: Row): TransferredLot {
  const first = lot.reinvested ? "2012-01-01" : "2011-01-01";
  const piece = {
    shares: write(shares, 5),
    originalOn: lot.original,
    adjustedOn: adjusted,
    originalCostBasis: basis && write(cost, 2),
    adjustedCostBasis: basis && write(basis, 2),
    isCovered: basis && (lot.covered ?? (lot.original ?? "") >= first),
    isInherited: lot.inherited,
    giftOn: lot.gift,
    giftMarketValue: lower && write(lower, 2),
  };
  const known = Object.entries(piece).filter(([, value]) => value !== undefined);
  return Object.fromEntries(known) as unknown as TransferredLot;
}

const money = (amount: Rational | undefined) => (amount === undefined ? "-" : write(amount, 2));

export function rowLine(row: Row): string {
  const known = row.net !== undefined && row.basis !== undefined;
  const figure = minus(row.net ?? zero, row.basis ?? zero);
  const gain = known ? plus(figure, row.disallowed ?? zero) : undefined;
  const long = isLong(row.lot, row.adjusted, closesOn(row.fact));
  const isUnknown = row.adjusted === undefined && !row.lot.inherited;
  return [
    `closed ${row.lot.id} by ${row.fact.transactionId} ${row.code} ${write(row.shares, 5)}`,
    `net ${money(row.net)} basis ${money(row.basis)} disallowed ${money(row.disallowed)}`,
    `gain ${money(gain)} cost ${money(row.basis && row.cost)} ${row.adjusted ?? "-"}`,
    `${isUnknown ? "UN" : long ? "LT" : "ST"} replaced ${row.replacement ?? "-"}`,
    `lower ${row.code === "-" ? money(row.lower) : "-"} ${arrivalOf(row.lot, row.first)}`,
    `at ${row.price ? write(row.price, 6) : "-"} for ${row.old ? write(row.old, 5) : "-"}`,
  ].join(" ");
}

const arrivalOf = ({ gift, transfer }: Lot, first: Rational) =>
  `as acquired ${write(first, 5)} gift ${gift ?? "-"} transfer ${transfer ?? "-"}`;

export function lotLines(state: State): string[] {
  return [...new Set(state.lots.map(({ security }) => security))].sort().flatMap((security) => {
    const lots = held(state, security);
    const pool = poolOf(state, security);
    const weights = lots.map(({ shares }) => shares);
    const pooled = pool && shared(pool.basis, weights, 2);
    return lots.map((lot, at) => {
      const basis = pool ? (pool.known ? pooled?.[at] : undefined) : lot.basis;
      const figures = `basis ${money(basis)} cost ${money(basis && lot.cost)}`;
      const days = `${lot.original ?? "-"} ${lot.adjusted ?? "-"}`;
      const arrival = `lower ${money(lot.lower)} ${arrivalOf(lot, lot.first)}`;
      return `left ${security} ${lot.id} ${write(lot.shares, 5)} ${figures} ${days} ${arrival}`;
    });
  });
}
