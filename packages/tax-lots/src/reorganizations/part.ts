// A part of a position that goes on as something else: the lots named, else the oldest; under average cost
// with its part of the average. (docs/tax-lots.md, "A part exchanged")
import { minus, type Whole } from "../../../values/src/whole.ts";
import type { Exercise, Merger } from "../facts/fact.ts";
import { FactRefused } from "../facts/refusals.ts";
import { type Book, shelfOf } from "../relief/book.ts";
import { averageOf, namedSharesOf, settlePool } from "../relief/dispose.ts";
import { chooseNamed, chooseOldest, notHeld } from "../relief/relieve.ts";
import { tracePart, traceRelieved } from "../relief/trace-steps.ts";
import { separate } from "../relief/wash-sales.ts";
import { addLot, openShelf, type Shelf } from "../shelf/shelf.ts";

/**
 * Takes shares off a position onto a shelf of their own, which has the ledger of the position: what leaves one
 * leaves both. Refused before anything changes where fewer are held.
 */
export function takePart(book: Book, fact: Merger | Exercise, shares: Whole): Shelf {
  const shelf = shelfOf(book, fact.security);
  // Also a part that is refused stands against a revocation, as a disposal does.
  if (shelf.average !== undefined) shelf.average.hasDisposed = true;
  if (shares > shelf.quantity) throw new FactRefused(notHeld(book, shelf, { fact, shares }));
  const chosen =
    fact.namedLots === undefined
      ? chooseOldest(shelf, shares)
      : chooseNamed(shelf, namedSharesOf(fact));
  const position = shelf.quantity;
  const { pool, ledger } = shelf;
  const pooled = averageOf(shelf, shares);
  const own = pooled && { basis: pooled.basis, isBasisKnown: pooled.isKnown, lower: undefined };
  const part: Shelf = { ...openShelf(shelf.security, true), pool: own, ledger };
  for (const [lot, lotShares] of chosen) {
    if (pool === undefined) tracePart(book, fact, lot, lotShares);
    addLot(part, separate(book, shelf, { lot, lotShares }));
  }
  if (pool !== undefined && pooled !== undefined) {
    traceRelieved(book, fact, { pool, basis: pooled.basis, shares, position });
    pool.basis = minus(pool.basis, pooled.basis);
    settlePool(shelf);
  }
  return part;
}
