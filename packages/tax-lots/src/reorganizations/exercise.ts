// Rights, warrants and calls that are exercised: their basis goes on with what is paid. (Rev. Rul. 78-182;
// 26 CFR 1.307-1; docs/tax-lots.md, "Exercise")
import { minus, plus, sumOf, type Whole } from "../../../values/src/whole.ts";
import { type Figures, money } from "../facts/entry.ts";
import type { Exercise } from "../facts/fact.ts";
import { FactRefused, factRefusals } from "../facts/refusals.ts";
import { opening, openLot } from "../relief/acquire.ts";
import { type Book, shelfOf } from "../relief/book.ts";
import { traceExercise } from "../relief/trace-steps.ts";
import type { Lot } from "../shelf/lot.ts";
import type { Shelf } from "../shelf/shelf.ts";
import { newPositionOf } from "./allot.ts";
import { takePart } from "./part.ts";

/** Opens one lot for the rights given up, of the day of the exercise; it can replace shares sold at a loss.
 * Refused where it would have no share. */
export function exercise(book: Book, fact: Exercise, figures: Figures): void {
  const shares = newPositionOf(figures.shares, fact);
  if (shares === 0) throw new FactRefused(factRefusals.noShares);
  const rights = takePart(book, fact, figures.shares);
  const paid = money(fact.amount) ?? 0;
  const { basis: given, isKnown, lower } = givenUp(rights);
  // Under average cost what is known of the basis goes on, though the average is not.
  const moved = isKnown || rights.pool !== undefined ? given : 0;
  const basis = isKnown ? plus(given, paid) : undefined;
  const bought = opening(fact, { ...figures, shares }, { basis, originalDay: figures.day });
  const to = shelfOf(book, fact.intoSecurity);
  traceExercise(book, fact, { shares, rights: figures.shares, given, paid, basis });
  const { ledger } = rights;
  ledger.sharesOut = plus(ledger.sharesOut, figures.shares);
  ledger.movedOut = plus(ledger.movedOut, given);
  openLot(book, to, { ...bought, isReplacement: true, ...carried(lower, paid) });
  // The ledger counts as basis in what was paid alone.
  to.ledger.basisIn = minus(to.ledger.basisIn, isKnown ? given : 0);
  to.ledger.movedIn = plus(to.ledger.movedIn, moved);
  if (!isKnown && to.pool !== undefined) {
    to.pool.basis = plus(to.pool.basis, plus(given, paid));
    to.ledger.basisIn = plus(to.ledger.basisIn, paid);
  }
}

/** Rights that were given keep a lower value for a loss, with what is paid. */
function carried(lower: Whole | undefined, paid: Whole): Partial<Pick<Lot, "lower">> {
  return lower === undefined ? {} : { lower: plus(lower, paid) };
}

interface GivenUp {
  /** The known part of the basis. */
  readonly basis: Whole;
  readonly isKnown: boolean;
  /** A gift's basis for a loss, with those of the other lots. */
  readonly lower: Whole | undefined;
}

function givenUp({ pool, lots }: Shelf): GivenUp {
  if (pool !== undefined) {
    return { basis: pool.basis, isKnown: pool.isBasisKnown, lower: undefined };
  }
  const isKnown = lots.every(({ isBasisKnown }) => isBasisKnown);
  const hasLower = isKnown && lots.some(({ lower }) => lower !== undefined);
  return {
    basis: sumOf(lots.map(({ basis }) => basis)),
    isKnown,
    lower: hasLower ? sumOf(lots.map(({ basis, lower }) => lower ?? basis)) : undefined,
  };
}
