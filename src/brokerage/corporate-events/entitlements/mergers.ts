// Mergers: for the whole position, for the parts that elections make of it, or as a taxable sale and a purchase.
// (docs/corporate-events.md)
import type { Decimal } from "@bursar/values/decimal";
import { sumOf } from "@bursar/values/units";
import {
  centsFor,
  moneyOf,
  paymentOf,
  quotedCents,
  sharedOver,
  sharesOf,
  taxColumns,
} from "./amounts.ts";
import { type Chosen, chosenBy, heldBy, orZero } from "./choices.ts";
import type { Entitlement, EventRow, Holder, Payment } from "./holder.ts";
import { inLieuOf, newSharesFor, noShareLeft, statedShares, undecided } from "./new-shares.ts";
import { datesOf } from "./payouts.ts";
import { one, ratioColumns } from "./share-events.ts";
import type { EventRatio, EventTerms } from "./terms.ts";

/** The consideration for a part of a position. */
interface Consideration extends EventRatio {
  readonly of: string;
  readonly cashPerShare: Decimal | undefined;
}

/** The entitlement of a holder from a merger. */
export function mergerOf(terms: EventTerms, holder: Holder): Partial<Entitlement> {
  const held = heldBy(holder);
  const chosen: readonly Chosen[] =
    terms.options.length === 0
      ? [{ option: undefined, shares: sumOf(held), byFolio: held }]
      : chosenBy(terms, holder);
  const parts = chosen.map((each) => partOf(terms, holder, each, chosen.length > 1));
  if (parts.some(({ isEmpty }) => isEmpty)) return undecided(noShareLeft);
  const byFolio = held.map((_, at) => sumOf(parts.map((part) => part.byFolio[at] ?? 0n)));
  const newShares = sumOf(byFolio);
  const { securityId, intoSecurityId = securityId, intoFactor = one } = terms;
  const of = { securityId: intoSecurityId, factor: intoFactor, byFolio };
  const { rows, ...inLieu } = inLieuOf(terms, holder, of);
  return {
    rows: [...parts.flatMap((part) => part.rows), ...rows],
    payments: parts.flatMap(({ payments }) => payments),
    newShares,
    ...inLieu,
  };
}

interface MergedPart {
  readonly rows: readonly EventRow[];
  readonly payments: readonly Payment[];
  /** New shares. */
  readonly byFolio: readonly bigint[];
  /** Whether shares were to be given, and there are none. */
  readonly isEmpty: boolean;
}

function considerationOf(terms: EventTerms, { option }: Chosen): Consideration {
  if (option === undefined) return { ...terms, of: "cash", cashPerShare: terms.cashPerShare };
  const ratio = option.ratioNew === undefined ? terms : option;
  const isStock = option.type === "STOCK";
  const { ratioNew, ratioOld } = isStock ? ratio : { ratioNew: undefined, ratioOld: undefined };
  return { of: option.optionId, ratioNew, ratioOld, cashPerShare: option.rate };
}

function partOf(terms: EventTerms, holder: Holder, chosen: Chosen, isPart: boolean): MergedPart {
  const paid = considerationOf(terms, chosen);
  const given =
    paid.ratioNew === undefined ? 0n : newSharesFor(chosen.shares, paid, terms.fractions);
  const byFolio = sharedOver(given, chosen.byFolio);
  const of = { terms, holder, chosen, paid, given, byFolio };
  const isEmpty =
    paid.ratioNew !== undefined &&
    (given === 0n ||
      ((isPart || terms.isTaxable) &&
        chosen.byFolio.some((shares, at) => shares > 0n && byFolio[at] === 0n)));
  if (isEmpty) return { rows: [], payments: [], byFolio, isEmpty };
  const { rows, payments } = terms.isTaxable ? soldOf(of) : isPart ? exchangedOf(of) : wholeOf(of);
  return { rows, payments, byFolio, isEmpty };
}

interface OfPart {
  readonly terms: EventTerms;
  readonly holder: Holder;
  readonly chosen: Chosen;
  readonly paid: Consideration;
  readonly given: bigint;
  readonly byFolio: readonly bigint[];
}

function cashOf({ terms, holder, chosen, paid }: OfPart) {
  const { cashPerShare, of } = paid;
  if (cashPerShare === undefined) return undefined;
  const gross = centsFor(chosen.shares, cashPerShare);
  const key = { of, rate: cashPerShare, byFolio: chosen.byFolio };
  const taxed = { gross, isIncome: true, isForeign: false };
  return paymentOf({ terms, holder }, key, taxed);
}

function mergerColumns({ terms, paid }: OfPart): EventRow {
  const isShares = paid.ratioNew !== undefined;
  return {
    transactionType: "MRG",
    ...datesOf(terms),
    securityId: terms.securityId,
    ...(isShares && terms.intoSecurityId && { intoSecurityId: terms.intoSecurityId }),
    ...ratioColumns(paid),
    ...(paid.cashPerShare !== undefined && { cashPerShare: paid.cashPerShare }),
    ...(isShares &&
      paid.cashPerShare !== undefined &&
      terms.newShareValue !== undefined && { newShareValue: terms.newShareValue }),
  };
}

/** One row for the position, which the books share over its folios. */
function wholeOf(of: OfPart): Pick<MergedPart, "rows" | "payments"> {
  const cash = cashOf(of);
  const row = {
    ...mergerColumns(of),
    ...(of.given > 0n && statedShares(of.chosen.shares, of.paid, of.given)),
    ...(cash && taxColumns(of.terms, cash.payment)),
  };
  return { rows: [row], payments: cash ? [cash.payment] : [] };
}

/** A row for each folio with a part of it, and its share of the account's cash. */
function exchangedOf(of: OfPart): Pick<MergedPart, "rows" | "payments"> {
  const { paid, chosen, holder, byFolio, terms } = of;
  const cash = cashOf(of);
  const rows = holder.folios.flatMap(({ folioNumber }, at): EventRow[] => {
    const shares = chosen.byFolio[at] ?? 0n;
    if (shares === 0n) return [];
    const stated = of.given > 0n && statedShares(shares, paid, byFolio[at] ?? 0n);
    const part = cash?.parts[at];
    const money = part && { netAmount: moneyOf(part.gross), ...taxColumns(terms, part) };
    return [{ ...mergerColumns(of), folioNumber, shares: sharesOf(shares), ...stated, ...money }];
  });
  return { rows, payments: cash ? [cash.payment] : [] };
}

/** A sale for cash and the value of the new shares, and their purchase for that value. */
function soldOf(of: OfPart): Pick<MergedPart, "rows" | "payments"> {
  const { terms, holder, chosen, given, byFolio } = of;
  const cash = cashOf(of);
  const value = quotedCents(given, orZero(terms.newShareValue), terms.intoFactor ?? one);
  const values = sharedOver(value, byFolio);
  const dates = datesOf(terms);
  const rows = holder.folios.flatMap(({ folioNumber }, at): EventRow[] => {
    const shares = chosen.byFolio[at] ?? 0n;
    if (shares === 0n) return [];
    const part = cash?.parts[at] ?? { gross: 0n, withheld: 0n, foreign: 0n };
    const worth = values[at] ?? 0n;
    const sale = {
      transactionType: "SLE",
      ...dates,
      folioNumber,
      securityId: terms.securityId,
      shares: sharesOf(shares),
      netAmount: moneyOf(part.gross + worth),
      ...taxColumns(terms, part),
    };
    const bought = byFolio[at] ?? 0n;
    if (bought === 0n) return [sale];
    const purchase = {
      transactionType: "BUY",
      ...dates,
      folioNumber,
      ...(terms.intoSecurityId && { securityId: terms.intoSecurityId }),
      shares: sharesOf(bought),
      netAmount: moneyOf(worth),
    };
    return [sale, purchase];
  });
  return { rows, payments: cash ? [cash.payment] : [] };
}
