// Losses that replacement shares wash, for the second implementation.
import { closesOn, daysFrom, later } from "./fact-days.ts";
import {
  isLess,
  isSame,
  least,
  minus,
  most,
  one,
  over,
  plus,
  type Rational,
  read,
  rounded,
  times,
  zero,
} from "./rational.ts";
import { acquisition, type Lot, make, type Row, type State, type Waiting } from "./state.ts";
import { firstPart, part, signed, take } from "./taking.ts";

export function washRows(state: State, rows: readonly Row[]): void {
  const isLoss = (row: Row) => row.net && row.basis && isLess(row.net, row.basis);
  for (const row of rows.filter(isLoss).sort((a, b) => acquisition(a.lot, b.lot))) {
    const wait: Waiting = { row, scale: one };
    const from = later(closesOn(row.fact), -30);
    for (;;) {
      const lot = state.lots
        .filter(({ security, canReplace }) => canReplace && security === row.fact.security)
        .filter(({ bought, id }) => bought >= from && id !== row.lot.id)
        .sort(acquisition)[0];
      if (lot === undefined) {
        state.waiting.push(wait);
        break;
      }
      if (meet(state, wait, lot)) break;
    }
  }
}

export function meetWaiting(state: State, lot: Lot): void {
  const isOpen = ({ row }: Waiting) =>
    row.lot.security === lot.security && later(closesOn(row.fact), 30) >= lot.bought;
  while (lot.canReplace) {
    const wait = state.waiting.find(isOpen);
    if (wait === undefined) return;
    if (meet(state, wait, lot)) state.waiting = state.waiting.filter((each) => each !== wait);
  }
}

/** Splits off the matched shares as a row and a lot of their own; returns whether the loss is used
 * up. */
function meet(state: State, { row, scale }: Waiting, lot: Lot): boolean {
  const unit = read("0.00001");
  const wanted = times(row.shares, scale);
  const isWhole = !isLess(lot.shares, wanted);
  const whole = (amount: Rational, limit: Rational) =>
    least(most(rounded(amount, 5, "even"), unit), limit);
  const lossShares = isWhole ? row.shares : whole(over(lot.shares, scale), row.shares);
  const lotShares = isWhole ? whole(wanted, lot.shares) : lot.shares;
  const isUsedUp = isSame(lossShares, row.shares);
  let piece = row;
  if (!isUsedUp) {
    const cut = (amount: Rational) => part(amount, lossShares, row.shares);
    const net = row.net === undefined ? undefined : signed(row.net, cut);
    const basis = row.basis && cut(row.basis);
    const figures = { shares: lossShares, first: firstPart(row, lossShares), net, basis };
    piece = { ...row, ...figures, cost: cut(row.cost), pieces: [] };
    row.first = minus(row.first, piece.first);
    row.shares = minus(row.shares, lossShares);
    row.net = minus(row.net ?? zero, net ?? zero);
    row.basis = minus(row.basis ?? zero, basis ?? zero);
    row.cost = minus(row.cost, piece.cost);
    row.pieces.push(piece);
  }
  piece.disallowed = minus(piece.basis ?? zero, piece.net ?? zero);
  piece.replacement = lot.id;
  let matched = lot;
  if (!isSame(lotShares, lot.shares)) {
    const { shares, first, basis, cost, lower } = take(state, lot, lotShares);
    matched = { ...lot, shares, first, basis, cost, lower };
    make(state, matched);
  }
  state.matches += 1;
  matched.match = state.matches;
  matched.canReplace = false;
  matched.basis = matched.basis && plus(matched.basis, piece.disallowed);
  matched.lower = matched.lower && plus(matched.lower, piece.disallowed);
  if (row.adjusted !== undefined && matched.adjusted !== undefined) {
    matched.adjusted = later(matched.adjusted, -daysFrom(row.adjusted, closesOn(row.fact)));
  }
  return isUsedUp;
}
