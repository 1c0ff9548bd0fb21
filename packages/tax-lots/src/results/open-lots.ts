// The open lots of a run as texts, security by security, oldest first.

import { moneyText, sharesText, type Whole } from "../../../values/src/whole.ts";
import { unknownDay } from "../facts/calendar.ts";
import { averageToShow } from "../relief/averaging.ts";
import type { Book } from "../relief/book.ts";
import { shownBases } from "../shelf/average.ts";
import type { Lot } from "../shelf/lot.ts";
import { oldestFirst, type Shelf } from "../shelf/shelf.ts";
import { dayText, transferText, unadjustedText } from "./closed-lots.ts";
import { type CoverRules, coverDaysOf, coverRules, isCovered } from "./covered.ts";
import type { OpenLot } from "./tax-lot.ts";
import { giveId, noIds } from "./tax-lot-id.ts";

/** Every open lot; their ids are made like those of closed lots, without a closing transaction. */
export function openLots(book: Book, rules: CoverRules = coverRules): OpenLot[] {
  const counts = new Map<string, number>();
  const ids = noIds();
  const days = coverDaysOf(rules);
  const { account, securityKinds } = book.account;
  return [...book.shelves.values()].flatMap((shelf) => {
    const kind = securityKinds?.get(shelf.security) ?? "stock";
    const lots = oldestFirst(shelf);
    const bases = shownBases({ ...shelf, average: averageToShow(book, shelf) }, lots);
    return lots.map((lot, index) => {
      const opened = lot.origin.transactionId;
      const place = (counts.get(opened) ?? 0) + 1;
      counts.set(opened, place);
      const id = giveId(ids, `${account}/${opened}//${place}`);
      const isBasisKnown = shelf.pool?.isBasisKnown ?? lot.isBasisKnown;
      const isInCover = isCovered(days, kind, {
        originalDay: lot.originalDay,
        statedCover: lot.statedCover,
        isReinvested: lot.origin.kind === "reinvestment",
        isBasisKnown,
      });
      const covered = isInCover ? ("C" as const) : ("N" as const);
      const basis = isBasisKnown ? (bases[index] as Whole) : undefined;
      return { taxLotId: id, ...openLotOf(shelf, lot, basis), covered };
    });
  });
}

function openLotOf(shelf: Shelf, lot: Lot, basis: Whole | undefined) {
  const isKnown = basis !== undefined;
  const shareQuantity = sharesText(lot.quantity);
  return {
    security: shelf.security,
    folio: lot.origin.folio ?? null,
    originatingTransactionId: lot.origin.transactionId,
    originatingTransactionSettlementDate: lot.origin.settlementOn ?? null,
    originalAcquisitionDate: dayText(lot.originalDay),
    adjustedAcquisitionDate: dayText(lot.adjustedDay),
    shareQuantity,
    unadjustedShareQuantity: unadjustedText(lot, shareQuantity),
    originalCostBasis: isKnown ? moneyText(lot.original) : null,
    adjustedCostBasis: isKnown ? moneyText(basis) : null,
    costBasisEffectiveDate: isKnown ? dayText(lot.basisDay) : null,
    costBasisIndicator: isKnown ? ("K" as const) : ("U" as const),
    isInherited: lot.isInherited,
    giftMarketValue: lot.lower === undefined ? null : moneyText(lot.lower),
    giftDate: dayText(lot.giftDay),
    transferDate: transferText(lot),
    longTermFrom: lot.longFrom === unknownDay ? null : dayText(lot.longFrom),
  };
}
