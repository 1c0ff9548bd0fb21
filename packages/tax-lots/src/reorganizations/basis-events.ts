// Facts that change the basis of what is held and close nothing: adjustments that a custodian reports, and
// the step-up at an owner's death. (docs/tax-lots.md, "Basis adjustments", "Step-up at death")
import type { ErrorCode } from "../../../values/src/error-code.ts";
import type { Id } from "../../../values/src/ids.ts";
import { places } from "../../../values/src/units.ts";
import {
  evenPieceOf,
  minus,
  moneyText,
  pieceOf,
  plus,
  shareOut,
  sharesText,
  sumOf,
  times,
  unitsOf,
  type Whole,
} from "../../../values/src/whole.ts";
import { dayNumber, dayOf, earliestDay, unknownDay } from "../facts/calendar.ts";
import { partPlaces } from "../facts/check-fact.ts";
import type { AdjustedLot, BasisAdjustment, StepUp } from "../facts/fact.ts";
import { FactRefused, factRefusals, withFacts } from "../facts/refusals.ts";
import { type Book, numbered, shelfOf } from "../relief/book.ts";
import { dayText, traceLot } from "../relief/trace-steps.ts";
import { cutLot, type Held, hasPlaces, type Lot, longFromOf } from "../shelf/lot.ts";
import { addLot, clearShelf, lotsOfOrigin, oldestFirst, type Shelf } from "../shelf/shelf.ts";
import { parcelsOf, sumAt } from "./events.ts";

/** Adds an amount to the basis of lots, or takes it off; refused before anything changes. */
export function adjustBasis(book: Book, fact: BasisAdjustment): void {
  const shelf = shelfOf(book, fact.security);
  const lots = fact.adjustedLots === undefined ? oldestFirst(shelf) : namedOf(book, shelf, fact);
  if (lots.length === 0) throw new FactRefused(factRefusals.nothingHeld);
  const amount = unitsOf(fact.amount, places.money);
  const quantities = lots.map(({ quantity }) => quantity);
  const parts = shareOut(amount, quantities);
  const parcels = parcelsOf(shelf, lots);
  for (const { held, at } of parcels) {
    const part = sumAt(parts, at);
    if (held.isBasisKnown && plus(held.basis, part) < 0) {
      throw new FactRefused(
        withFacts(factRefusals.basisBelow, `${moneyText(held.basis)} ${signed(part)}`),
      );
    }
  }
  const all = clearShelf(shelf);
  for (const { held, at } of parcels) {
    const lot = shelf.pool === undefined ? (held as Lot) : undefined;
    const part = sumAt(parts, at);
    const before = held.basis;
    if (held.isBasisKnown) adjust(shelf, held, part);
    traceLot(book, fact, lot, () => {
      const shares =
        lot &&
        `${signed(amount)} × ${sharesText(lot.quantity)} / ${sharesText(sumOf(quantities))} = `;
      const sum = `${moneyText(before)} ${signed(part)} = ${moneyText(held.basis)}`;
      return `${fact.reason} ${shares ?? ""}${signed(part)}: basis ${held.isBasisKnown ? sum : "unknown"}`;
    });
  }
  const day = dayNumber(fact.tradeOn);
  for (const lot of lots) {
    if (shelf.pool?.isBasisKnown ?? lot.isBasisKnown) lot.basisDay = day;
    holdLonger(lot, fact.holdingDays ?? 0);
  }
  for (const lot of all) addLot(shelf, lot);
}

function adjust({ ledger }: Shelf, held: Held, part: Whole): void {
  held.basis = plus(held.basis, part);
  if (held.lower !== undefined) {
    const lower = plus(held.lower, part);
    held.lower = lower;
    if (lower < 0) held.lower = 0;
  }
  ledger.adjusted = plus(ledger.adjusted, part);
}

/** A wash sale elsewhere moves the adjusted date back, as one here does. */
function holdLonger(lot: Lot, days: number): void {
  if (days === 0 || lot.adjustedDay === unknownDay) return;
  lot.adjustedDay = Math.max(lot.adjustedDay - days, earliestDay);
  lot.longFrom = longFromOf(lot.adjustedDay, lot.isInherited);
}

function signed(amount: Whole): string {
  return amount < 0 ? `- ${moneyText(minus(0, amount))}` : `+ ${moneyText(amount)}`;
}

/** The open ones of the lots that an adjustment names, oldest first; each name reaches some. */
function namedOf(book: Book, shelf: Shelf, { adjustedLots = [], tradeOn }: BasisAdjustment): Lot[] {
  const found = new Set<Lot>();
  for (const named of adjustedLots) {
    const open = lotsOfOrigin(shelf, named.transactionId).filter((lot) => isNamed(lot, named));
    if (open.length === 0) {
      throw new FactRefused(notOpen(book, shelf.security, { named, tradeOn }));
    }
    for (const lot of open) found.add(lot);
  }
  return oldestFirst(shelf).filter((lot) => found.has(lot));
}

function isNamed(lot: Lot, { transactionId, place }: AdjustedLot): boolean {
  if (lot.origin.transactionId !== transactionId) return false;
  return place === undefined || (hasPlaces(lot) && lot.listed === Number.parseInt(place, 10) - 1);
}

/** Names what has closed the last of a lot that is no longer open. */
function notOpen(
  { rows }: Book,
  security: Id,
  { named, tradeOn }: { readonly named: AdjustedLot; readonly tradeOn: string },
): ErrorCode {
  const { transactionId, place } = named;
  const lot = place === undefined ? transactionId : `${transactionId}/${place}`;
  const row = rows.findLast(
    (each) =>
      each.quantity > 0 && each.closing.fact.security === security && isNamed(each.lot, named),
  );
  const by =
    row && `, closed by ${row.closing.fact.transactionId} on ${dayOf(row.closing.tradeDay)}`;
  return withFacts(factRefusals.adjustedHeld, `${lot} on ${tradeOn}${by ?? ""}`);
}

/**
 * A part of every share is inherited: its basis becomes the market value at death, while the rest keeps its
 * own. Of a lot that is not yet long the inherited part becomes a lot of its own, which is. (26 USC 1014)
 */
export function stepUp(book: Book, fact: StepUp): void {
  const shelf = shelfOf(book, fact.security);
  if (shelf.quantity === 0) throw new FactRefused(factRefusals.nothingHeld);
  const lots = clearShelf(shelf);
  const quantities = lots.map(({ quantity }) => quantity);
  const values = shareOut(unitsOf(fact.marketValue, places.money), quantities);
  for (const { held, at } of parcelsOf(shelf, lots)) {
    const lot = shelf.pool === undefined ? (held as Lot) : undefined;
    const before = held.isBasisKnown ? held.basis : undefined;
    const value = sumAt(values, at);
    raise(shelf, held, { part: fact.part, value });
    const shares = sumAt(quantities, at);
    traceLot(book, fact, lot, () => {
      const parts = `${fact.marketValue} × ${sharesText(shares)} / ${sharesText(sumOf(quantities))}`;
      const own = lot === undefined ? "" : `value ${parts} = ${moneyText(value)}; `;
      return `${own}${sumOfStep(fact, { before, value, held })}`;
    });
  }
  const day = dayNumber(fact.tradeOn);
  for (const [at, lot] of lots.entries()) {
    const isKnown = shelf.pool?.isBasisKnown ?? lot.isBasisKnown;
    if (isKnown) lot.basisDay = day;
    const inherited = isWhole(fact)
      ? [inheritedAt(lot, day, values[at] as Whole)]
      : withInherited(book, fact, { lot, day });
    for (const each of inherited) addLot(shelf, each);
  }
}

const whole = unitsOf("1" as StepUp["part"], partPlaces);

function partOf({ part }: Pick<StepUp, "part">): Whole {
  return unitsOf(part, partPlaces);
}

function isWhole(fact: Pick<StepUp, "part">): boolean {
  return partOf(fact) === whole;
}

/** basis × (1 − part) + value × part, half even; only what is inherited whole makes a basis known. */
function raise(
  { ledger }: Shelf,
  held: Held,
  step: { readonly part: StepUp["part"]; readonly value: Whole },
): void {
  held.lower = undefined;
  if (!held.isBasisKnown && !isWhole(step)) return;
  const part = partOf(step);
  const before = held.basis;
  const sum = plus(times(before, minus(whole, part)), times(step.value, part));
  held.basis = evenPieceOf(sum, 1, whole);
  held.isBasisKnown = true;
  ledger.adjusted = plus(ledger.adjusted, minus(held.basis, before));
}

function sumOfStep(
  { part }: StepUp,
  { before, value, held }: { before: Whole | undefined; value: Whole; held: Held },
): string {
  if (isWhole({ part })) return `inherited: basis ${moneyText(value)}`;
  if (before === undefined) return `stepped up by ${part}: basis unknown`;
  const kept = `${moneyText(before)} × (1 - ${part})`;
  return `stepped up: ${kept} + ${moneyText(value)} × ${part} = ${moneyText(held.basis)}`;
}

/** A lot inherited whole: its dates are the day of death, and its shares as acquired those of that day. */
function inheritedAt(lot: Lot, day: number, value: Whole): Lot {
  return {
    ...lot,
    originalDay: day,
    adjustedDay: day,
    giftDay: unknownDay,
    isInherited: true,
    statedCover: undefined,
    longFrom: unknownDay,
    unadjusted: lot.quantity,
    original: value,
    isBasisKnown: true,
    isReplacement: false,
  };
}

/** A lot as it stays, and the part of it that is long by inheritance where it is not long itself. */
function withInherited(
  book: Book,
  fact: StepUp,
  { lot, day }: { readonly lot: Lot; readonly day: number },
): Lot[] {
  if (lot.longFrom <= day) return [lot];
  const shares = pieceOf(lot.quantity, partOf(fact), whole);
  if (shares === 0) return [lot];
  const inherited = { isInherited: true, longFrom: unknownDay, isReplacement: false };
  if (shares === lot.quantity) return [{ ...lot, ...inherited }];
  const piece = cutLot(lot, shares);
  traceLot(book, fact, lot, () => {
    const since = dayText(lot.originalDay) ?? "an unknown day";
    return `${sharesText(shares)} of the shares of ${since} are long by inheritance`;
  });
  return [lot, numbered(book, { ...lot, ...piece, ...inherited })];
}
