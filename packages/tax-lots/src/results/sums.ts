// The sums of a run, security by security, after they were found to be conserved.
import type { Id } from "../../../values/src/ids.ts";
import { moneyText as money, sharesText as shares } from "../../../values/src/whole.ts";
import type { Book } from "../relief/book.ts";
import { assertConserved } from "../shelf/conservation.ts";

/** One security's sums, which were found to be conserved. */
export interface SecuritySums {
  readonly security: Id;
  readonly sharesIn: string;
  readonly sharesOut: string;
  readonly sharesOpen: string;
  readonly basisIn: string;
  readonly basisMovedIn: string;
  readonly basisMovedOut: string;
  readonly basisRelieved: string;
  readonly basisOpen: string;
  readonly disallowed: string;
  readonly giftDifference: string;
  readonly capitalReturned: string;
  readonly adjusted: string;
}

/** Checks that every security's shares and basis are conserved and returns the sums, by
 * security. */
export function sumsOf(book: Book): SecuritySums[] {
  return [...book.shelves.values()].map((shelf) => {
    const open = assertConserved(shelf);
    const { ledger } = shelf;
    return {
      security: shelf.security,
      sharesIn: shares(ledger.sharesIn),
      sharesOut: shares(ledger.sharesOut),
      sharesOpen: shares(open.shares),
      basisIn: money(ledger.basisIn),
      basisMovedIn: money(ledger.movedIn),
      basisMovedOut: money(ledger.movedOut),
      basisRelieved: money(ledger.relieved),
      basisOpen: money(open.basis),
      disallowed: money(ledger.disallowed),
      giftDifference: money(ledger.giftDifference),
      capitalReturned: money(ledger.returned),
      adjusted: money(ledger.adjusted),
    };
  });
}
