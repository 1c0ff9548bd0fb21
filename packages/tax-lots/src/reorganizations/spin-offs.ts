// Spin-offs: new shares of children in addition to those of the parent, whose basis is shared over all of them.
// (26 USC 355, 358; docs/tax-lots.md, "Corporate events")
import type { Decimal } from "../../../values/src/decimal.ts";
import {
  minus,
  moneyText,
  plus,
  shareOut,
  sharesText,
  sumOf,
  times,
  type Whole,
} from "../../../values/src/whole.ts";
import { dayNumber } from "../facts/calendar.ts";
import { type LotAccount, nameOf, type SpinOff } from "../facts/fact.ts";
import { factorOf, quotationText } from "../facts/quotation.ts";
import { type Book, numbered, shelfOf } from "../relief/book.ts";
import { traceEvent, traceLot } from "../relief/trace-steps.ts";
import type { Held, Lot } from "../shelf/lot.ts";
import { addLot, clearShelf, type Shelf } from "../shelf/shelf.ts";
import { wholePart } from "./allocations.ts";
import { newSharesOf, ratioOf } from "./allot.ts";
import { movePosition, priceOf } from "./events.ts";

/** A child of the allocation, with the new shares of each lot. */
interface Child {
  readonly fact: SpinOff;
  readonly shelf: Shelf;
  readonly shares: readonly Whole[];
  /** Its weight in the basis, where it gives a share. */
  readonly weight: Whole;
  /** Basis that went to it. */
  moved: Whole;
}

/** The sharing of a basis: the weights of the parent and of the children. */
interface Allocation {
  readonly parent: Whole;
  readonly children: readonly Child[];
}

/** Spin-offs of one security and day that share its basis; of nothing held they do nothing. */
export function spinOff(book: Book, facts: readonly SpinOff[]): void {
  const [first] = facts;
  if (first === undefined) return;
  const parent = shelfOf(book, first.security);
  if (parent.quantity === 0) return;
  const allocation = allocationOf(book, parent, facts);
  const { children } = allocation;
  const day = dayNumber(first.tradeOn);
  const lots = clearShelf(parent);
  spinPool(book, parent, allocation);
  for (const [index, lot] of lots.entries()) {
    for (const each of spinLot(book, allocation, { lot, index, day })) addLot(each.shelf, each.lot);
    addLot(parent, lot);
  }
  for (const { fact, shelf, shares, moved } of children) {
    const newShares = sumOf(shares);
    movePosition(parent, shelf, { shares: 0, newShares, basis: moved });
    const name = nameOf(book.account, fact.intoSecurity);
    traceEvent(book, fact, `${sharesText(newShares)} shares of ${name} are spun off`);
  }
}

function allocationOf(book: Book, parent: Shelf, facts: readonly SpinOff[]): Allocation {
  const weights = weightsOf(book.account, facts);
  const children = facts.map(
    (fact, at): Child => ({
      fact,
      shelf: shelfOf(book, fact.intoSecurity),
      shares: newSharesOf(parent, fact),
      weight: weights.children[at] as Whole,
      moved: 0,
    }),
  );
  return { parent: weights.parent, children };
}

interface Weights {
  readonly parent: Whole;
  readonly children: readonly Whole[];
}

/** The parts that are stated, else the values of what is held of parent and children afterwards for as many
 * old shares as make all of them whole. */
function weightsOf(account: LotAccount, facts: readonly SpinOff[]): Weights {
  const parts = facts.map(({ childPart }) => childPart);
  if (parts.every((part) => part !== undefined)) {
    const children = parts.map(priceOf);
    return { parent: minus(wholePart, sumOf(children)), children };
  }
  const ratios = facts.map(ratioOf);
  const productOf = (list: readonly Whole[]) => list.reduce(times, 1);
  const olds = ratios.map(({ old }) => old);
  const value = (quotation: Decimal | undefined, security: SpinOff["security"]) =>
    times(quotation === undefined ? 0 : priceOf(quotation), factorOf(account, security));
  const children = facts.map(({ childValue, intoSecurity }, at) =>
    productOf([
      value(childValue, intoSecurity),
      ratios[at]?.new ?? 0,
      ...olds.filter((_, other) => other !== at),
    ]),
  );
  const [first] = facts;
  const parent = first === undefined ? 0 : value(first.parentValue, first.security);
  return { parent: times(parent, productOf(olds)), children };
}

/** Shares an amount over the parent, first, and the children that give a share; what would go to another
 * child stays with the parent. */
function sharerOf({ parent, children }: Allocation, gives: (child: Child) => boolean) {
  const weights = children.map((child) => (gives(child) ? child.weight : 0));
  const kept = children.map((child) => (gives(child) ? 0 : child.weight));
  const all = [plus(parent, sumOf(kept)), ...weights];
  return (amount: Whole): readonly Whole[] => shareOut(amount, all);
}

interface Spun {
  readonly lot: Lot;
  /** Its place in the list of lots. */
  readonly index: number;
  readonly day: number;
}

/** The lots of the children that a lot of the parent gives, whose basis it loses. */
function spinLot(book: Book, allocation: Allocation, { lot, index, day }: Spun) {
  const given = (child: Child) => child.shares[index] as Whole;
  const share = sharerOf(allocation, (child) => given(child) > 0);
  const before: Held = { basis: lot.basis, isBasisKnown: lot.isBasisKnown, lower: lot.lower };
  const bases = share(lot.basis);
  const originals = share(lot.original);
  const lowers = lot.lower === undefined ? undefined : share(lot.lower);
  const made = allocation.children.flatMap((child, at) => {
    const quantity = given(child);
    if (quantity === 0) return [];
    const basis = bases[at + 1] as Whole;
    const original = originals[at + 1] as Whole;
    const lower = lowers?.[at + 1];
    child.moved = plus(child.moved, basis);
    lot.basisDay = day;
    // The child's shares are acquired with it: what was split before was the parent.
    const own = { basis, original, lower, quantity, unadjusted: quantity, isReplacement: false };
    return [{ shelf: child.shelf, lot: numbered(book, { ...lot, ...own }), child }];
  });
  lot.basis = bases[0] as Whole;
  lot.original = originals[0] as Whole;
  lot.lower = lowers?.[0];
  for (const { lot: own, child } of made) {
    if (child.shelf.pool !== undefined) continue;
    traceLot(book, child.fact, own, () => {
      const goes = { basis: own.basis, stays: lot.basis, shares: own.quantity };
      return sumOfPart(book, allocation, { ...goes, child, held: before });
    });
  }
  return made;
}

/** Under average cost the position is shared as one lot. */
function spinPool(book: Book, parent: Shelf, allocation: Allocation): void {
  const { pool } = parent;
  if (pool === undefined) return;
  const before = { ...pool };
  const gives = ({ shares }: Child) => sumOf(shares) > 0;
  const bases = sharerOf(allocation, gives)(pool.basis);
  pool.basis = bases[0] as Whole;
  for (const [at, child] of allocation.children.entries()) {
    const { pool: to } = child.shelf;
    if (to === undefined || !gives(child)) continue;
    const basis = bases[at + 1] as Whole;
    to.basis = plus(to.basis, basis);
    to.isBasisKnown &&= pool.isBasisKnown;
    child.moved = plus(child.moved, basis);
    traceLot(book, child.fact, undefined, () => {
      const goes = { basis, stays: pool.basis, shares: sumOf(child.shares) };
      return sumOfPart(book, allocation, { ...goes, child, held: before });
    });
  }
}

interface Part {
  readonly child: Child;
  /** Before the event. */
  readonly held: Held;
  readonly basis: Whole;
  readonly stays: Whole;
  readonly shares: Whole;
}

/** The basis of a child as a sum that can be recomputed by hand. */
function sumOfPart({ account }: Book, { children }: Allocation, part: Part): string {
  const { child, held, basis, stays, shares } = part;
  const goes = `${sharesText(shares)} shares of ${nameOf(account, child.fact.intoSecurity)}`;
  if (!held.isBasisKnown) return `basis unknown: ${goes}`;
  const facts = children.map(({ fact }) => fact);
  const sum = `${moneyText(held.basis)} × ${fractionOf(account, child.fact, facts)}`;
  return `${sum} = ${moneyText(basis)} goes to ${goes}, ${moneyText(stays)} stays`;
}

function fractionOf(account: LotAccount, fact: SpinOff, facts: readonly SpinOff[]): string {
  const { childPart, ratioNew, ratioOld, security } = fact;
  if (childPart !== undefined) return `${childPart} %`;
  const quotedAt = (each: SpinOff) =>
    quotationText(each.childValue ?? "0", account, each.intoSecurity);
  const parent = quotationText(fact.parentValue ?? "0", account, security);
  if (facts.length === 1) {
    const child = `${ratioNew} × ${quotedAt(fact)}`;
    return `${child} / (${child} + ${ratioOld} × ${parent})`;
  }
  const partOf = (each: SpinOff) => `${each.ratioNew} / ${each.ratioOld} × ${quotedAt(each)}`;
  return `(${partOf(fact)}) / (${[parent, ...facts.map(partOf)].join(" + ")})`;
}
