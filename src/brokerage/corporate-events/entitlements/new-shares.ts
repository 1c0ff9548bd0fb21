// New shares by a ratio, and what becomes of fractions of them. (docs/corporate-events.md, docs/tax-lots.md)
import type { Decimal } from "@bursar/values/decimal";
import type { Id } from "@bursar/values/ids";
import { leastOf, shareOut, sumOf, unitsOf } from "@bursar/values/units";
import { moneyOf, quotedCents, sharesOf } from "./amounts.ts";
import { orZero, wholeShare } from "./choices.ts";
import type { Entitlement, EventRow, Holder } from "./holder.ts";
import { datesOf, journal } from "./payouts.ts";
import type { EventRatio, EventTerms, Fractions } from "./terms.ts";

const ratioPlaces = 20;

/** Position × new ÷ old, down to 5 places. */
function byRatio(shares: bigint, { ratioNew, ratioOld }: EventRatio): bigint {
  const old = unitsOf(orZero(ratioOld), ratioPlaces);
  return old === 0n ? 0n : (shares * unitsOf(orZero(ratioNew), ratioPlaces)) / old;
}

/** The new shares of a position as they are booked: whole ones where fractions are rounded away. */
export function newSharesFor(shares: bigint, ratio: EventRatio, fractions: Fractions): bigint {
  const exact = byRatio(shares, ratio);
  const below = exact - (exact % wholeShare);
  if (fractions === "DOWN" || exact === below) return fractions === "DOWN" ? below : exact;
  if (fractions === "UP") return below + wholeShare;
  if (fractions !== "NEAREST") return exact;
  return 2n * (exact - below) >= wholeShare ? below + wholeShare : below;
}

/** The column by which a row states its new shares, where they are not those of its ratio. */
export function statedShares(
  shares: bigint,
  ratio: EventRatio,
  given: bigint,
): Pick<EventRow, "newShares"> {
  return byRatio(shares, ratio) === given ? {} : { newShares: sharesOf(given) };
}

/** The payment for a fraction of the new shares, and the folios in which it is. */
export interface InLieu {
  readonly rows: readonly EventRow[];
  readonly fractions: bigint;
  readonly cashInLieu: bigint;
}

/** A security whose fraction is paid, and the new shares of it by folio. */
export interface Fraction {
  readonly securityId: Id;
  readonly factor: Decimal;
  readonly byFolio: readonly bigint[];
}

/** Pays the fraction of an account's new shares out of the folio that has most of them, ties to the lower number;
 * out of the next ones too where it has too few. */
export function inLieuOf(terms: EventTerms, holder: Holder, of: Fraction): InLieu {
  const whole = sumOf(of.byFolio);
  const fractions = terms.fractions === "CASH" ? whole % wholeShare : 0n;
  if (fractions === 0n) return { rows: [], fractions, cashInLieu: 0n };
  const price = orZero(terms.cashInLieuPrice);
  const cashInLieu = quotedCents(fractions, price, of.factor);
  const taken = takenByFolio(of.byFolio, fractions);
  const parts = shareOut(cashInLieu, taken);
  const rows = holder.folios.flatMap(({ folioNumber, paysToAccount }, at): EventRow[] => {
    const shares = taken[at] ?? 0n;
    const amount = parts[at] ?? 0n;
    if (shares === 0n) return [];
    const sale: EventRow = {
      transactionType: "CIL",
      ...datesOf(terms),
      folioNumber,
      securityId: of.securityId,
      shares: sharesOf(shares),
      price,
      netAmount: moneyOf(amount),
    };
    const to = { from: folioNumber, to: holder.cashFolio, amount };
    return [sale, ...(paysToAccount ? journal(terms, to) : [])];
  });
  return { rows, fractions, cashInLieu };
}

function takenByFolio(byFolio: readonly bigint[], fraction: bigint): bigint[] {
  const taken = byFolio.map(() => 0n);
  const byHolding = [...byFolio.entries()].toSorted(([a, x], [b, y]) =>
    x === y ? a - b : x > y ? -1 : 1,
  );
  let left = fraction;
  for (const [at, shares] of byHolding) {
    const part = leastOf(shares, left);
    taken[at] = part;
    left -= part;
  }
  return taken;
}

/** Nothing but that the service cannot decide it, and why. */
export function undecided(reason: string): Partial<Entitlement> {
  return { undecided: reason };
}

/** Why an event that would leave a position without a share is not booked. */
export const noShareLeft = "No share is left of the position.";
