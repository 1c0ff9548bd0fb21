// Events that give new shares for the whole position: splits, stock dividends, spin-offs, rights. (docs/corporate-events.md)
import { shareOut, sumOf } from "@bursar/values/units";
import { sharesOf } from "./amounts.ts";
import { heldBy, orZero } from "./choices.ts";
import type { Entitlement, EventRow, Holder } from "./holder.ts";
import { inLieuOf, newSharesFor, noShareLeft, statedShares, undecided } from "./new-shares.ts";
import { datesOf } from "./payouts.ts";
import type { EventTerms } from "./terms.ts";

/** The position of a holder after a split or a stock dividend. */
export function splitOf(terms: EventTerms, holder: Holder): Partial<Entitlement> {
  const held = heldBy(holder);
  const shares = sumOf(held);
  const newShares = newSharesFor(shares, terms, terms.fractions);
  if (newShares === 0n) return undecided(noShareLeft);
  const { securityId, factor } = terms;
  const row: EventRow = {
    transactionType: "SPL",
    ...datesOf(terms),
    securityId,
    ...ratioColumns(terms),
    ...statedShares(shares, terms, newShares),
  };
  const of = { securityId, factor, byFolio: shareOut(newShares, held) };
  const { rows, ...inLieu } = inLieuOf(terms, holder, of);
  return { rows: [row, ...rows], newShares, ...inLieu };
}

/** The shares that a holder receives in addition to a position: shares of a child, or rights, which
 * have no basis. */
export function spinOffOf(terms: EventTerms, holder: Holder): Partial<Entitlement> {
  const { securityId, intoSecurityId, intoFactor, kind } = terms;
  if (intoSecurityId === undefined) return {};
  const held = heldBy(holder);
  const shares = sumOf(held);
  const newShares = newSharesFor(shares, terms, terms.fractions);
  if (newShares === 0n) return {};
  const childValue = kind === "RTS" ? orZero(undefined) : terms.childValue;
  const { parentValue, childPart } = terms;
  const row: EventRow = {
    transactionType: "SPO",
    ...datesOf(terms),
    securityId,
    intoSecurityId,
    ...ratioColumns(terms),
    ...statedShares(shares, terms, newShares),
    ...(childValue !== undefined && { childValue }),
    ...(parentValue !== undefined && { parentValue }),
    ...(childPart !== undefined && { childPart }),
  };
  const byFolio = shareOut(newShares, held);
  const of = { securityId: intoSecurityId, factor: intoFactor ?? one, byFolio };
  const { rows, ...inLieu } = inLieuOf(terms, holder, of);
  return { rows: [row, ...rows], newShares, ...inLieu };
}

/** The factor of a security that is quoted per share. */
export const one = sharesOf(100_000n);

/** The columns of a ratio, of a row that has one. */
export function ratioColumns({
  ratioNew,
  ratioOld,
}: Pick<EventTerms, "ratioNew" | "ratioOld">): Pick<EventRow, "ratioNew" | "ratioOld"> {
  if (ratioNew === undefined || ratioOld === undefined) return {};
  return { ratioNew, ratioOld };
}
