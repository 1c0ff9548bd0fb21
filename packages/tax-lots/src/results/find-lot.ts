// Finding a lot of a run by the id with which it is answered, to explain it.
import { moneyText, sharesText, sumOf, type Whole } from "../../../values/src/whole.ts";
import { averageToShow } from "../relief/averaging.ts";
import type { Book } from "../relief/book.ts";
import { shownBases } from "../shelf/average.ts";
import { isAveraged } from "../shelf/election.ts";
import type { Lot } from "../shelf/lot.ts";
import { oldestFirst, type Shelf } from "../shelf/shelf.ts";
import { lotsOfRow, startWriting } from "./closed-lots.ts";
import { openLots } from "./open-lots.ts";

/** The facts that a run knows of a lot beyond its figures. */
export interface FoundLot {
  /** The place among the lots of a transfer, from 0; 0 of any other. */
  readonly listed: number;
  /** The part of an averaged basis that an open lot shows, as a sum; undefined where it has all of it, or its own. */
  readonly averaged: string | undefined;
}

/** Finds an open or closed lot; undefined where the run gives none with this id. */
export function findLot(book: Book, taxLotId: string): FoundLot | undefined {
  const writing = startWriting(book.account, book.rows.length);
  for (const row of book.rows) {
    const isIt = lotsOfRow(writing, row).some((lot) => lot.taxLotId === taxLotId);
    if (isIt) return { listed: row.lot.listed, averaged: undefined };
  }
  const at = openLots(book).findIndex((lot) => lot.taxLotId === taxLotId);
  const places = [...book.shelves.values()].flatMap((shelf) =>
    oldestFirst(shelf).map((lot) => ({ shelf, lot })),
  );
  const found = places[at];
  return found && { listed: found.lot.listed, averaged: averagedOf(book, found) };
}

function averagedOf(
  book: Book,
  { shelf, lot }: { readonly shelf: Shelf; readonly lot: Lot },
): string | undefined {
  const average = averageToShow(book, shelf);
  const { pool } = shelf;
  const isWithin = pool?.isBasisKnown ?? (average !== undefined && isAveraged(average, lot));
  if (!isWithin) return undefined;
  const lots = oldestFirst(shelf);
  const bases = shownBases({ pool, average }, lots);
  const own = lots.flatMap((each, at) => {
    const isOwn = pool !== undefined || (average !== undefined && isAveraged(average, each));
    return isOwn ? [{ lot: each, basis: bases[at] as Whole }] : [];
  });
  if (own.length === 1) return undefined;
  const basis = moneyText(sumOf(own.map((each) => each.basis)));
  const shares = sharesText(sumOf(own.map((each) => each.lot.quantity)));
  const part = moneyText(own.find((each) => each.lot === lot)?.basis ?? 0);
  return `${basis} × ${sharesText(lot.quantity)} / ${shares} = ${part}`;
}
