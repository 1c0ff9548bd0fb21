// The entitlement of a holder from a corporate event: the rows to be booked and their sums. Pure:
// terms and holder in. The books alone say whether they can be booked. (docs/corporate-events.md)

import type { Decimal } from "@bursar/values/decimal";
import { sumOf } from "@bursar/values/units";
import {
  centsFor,
  dollarsOf,
  isPlain,
  moneyOf,
  paymentOf,
  quotedCents,
  sharesOf,
  taxColumns,
} from "./amounts.ts";
import { chosenBy, heldBy, orZero } from "./choices.ts";
import type { Entitlement, EventRow, Holder } from "./holder.ts";
import { mergerOf } from "./mergers.ts";
import { datesOf, payoutOf, worthless } from "./payouts.ts";
import { spinOffOf, splitOf } from "./share-events.ts";
import type { EventTerms } from "./terms.ts";

/** The entitlement of a holder of nothing. */
export const nothing: Entitlement = {
  shares: 0n,
  rows: [],
  payments: [],
  newShares: 0n,
  fractions: 0n,
  cashInLieu: 0n,
  reinvestedAmount: 0n,
  reinvestedShares: 0n,
};

/** The entitlement of a holder from an event; no rows where nothing is due. */
export function entitlementOf(terms: EventTerms, holder: Holder): Entitlement {
  const shares = sumOf(heldBy(holder));
  return { ...nothing, shares, ...(shares > 0n && givenBy(terms, holder)) };
}

function givenBy(terms: EventTerms, holder: Holder): Partial<Entitlement> {
  switch (terms.kind) {
    case "SPL":
    case "SDV":
      return splitOf(terms, holder);
    case "SPO":
    case "RTS":
      return spinOffOf(terms, holder);
    case "MRG":
      return mergerOf(terms, holder);
    case "SYM":
      return renamed(terms);
    case "RDM":
      return redeemed(terms, holder);
    case "TND":
      return tendered(terms, holder);
    case "WLS":
      return { rows: [worthless(terms)] };
    case "OTH":
      return {};
    default:
      return payoutOf(terms, holder, heldBy(holder));
  }
}

/** Another name needs no row; another id does. */
function renamed(terms: EventTerms): Partial<Entitlement> {
  const { securityId, intoSecurityId } = terms;
  if (intoSecurityId === undefined) return {};
  return { rows: [{ transactionType: "SYM", ...datesOf(terms), securityId, intoSecurityId }] };
}

/** All of it is paid off, with interest where some is due. */
function redeemed(terms: EventTerms, holder: Holder): Partial<Entitlement> {
  const byFolio = heldBy(holder);
  const rate = orZero(terms.cashPerShare);
  const cash = paymentFor(terms, holder, { of: "cash", rate, byFolio });
  const interestRate = orZero(terms.interestPerShare);
  const interest = paymentFor(terms, holder, { of: "interest", rate: interestRate, byFolio });
  const rows = holder.folios.flatMap(({ folioNumber }, at): EventRow[] => {
    const shares = byFolio[at] ?? 0n;
    const part = cash.parts[at];
    const accrued = interest.parts[at];
    if (shares === 0n || part === undefined || accrued === undefined) return [];
    const withheld = part.withheld + accrued.withheld;
    return [
      {
        transactionType: "RDM",
        ...datesOf(terms),
        folioNumber,
        securityId: terms.securityId,
        shares: sharesOf(shares),
        ...(isPlain(terms.factor) && { price: rate }),
        netAmount: moneyOf(part.gross),
        ...(accrued.gross > 0n && { accruedInterest: moneyOf(accrued.gross) }),
        ...taxColumns(terms, { withheld, foreign: 0n }),
      },
    ];
  });
  const isPaid = terms.interestPerShare !== undefined;
  return { rows, payments: [cash.payment, ...(isPaid ? [interest.payment] : [])] };
}

/** Accepted shares are sold at the price of their option, by the account's method. */
function tendered(terms: EventTerms, holder: Holder): Partial<Entitlement> {
  const sales = chosenBy(terms, holder).flatMap(({ option, shares, byFolio }) => {
    if (option?.type !== "ACCEPT" || option.price === undefined) return [];
    const gross = quotedCents(shares, option.price, terms.factor);
    const of = { of: option.optionId, rate: dollarsOf(option.price, terms.factor), byFolio };
    const taxed = { gross, isIncome: true, isForeign: false };
    return [{ ...paymentOf({ terms, holder }, of, taxed), price: option.price, byFolio }];
  });
  const rows = sales.flatMap(({ parts, price, byFolio }) =>
    holder.folios.flatMap(({ folioNumber }, at): EventRow[] => {
      const shares = byFolio[at] ?? 0n;
      const part = parts[at];
      if (shares === 0n || part === undefined) return [];
      return [
        {
          transactionType: "SLE",
          ...datesOf(terms),
          folioNumber,
          securityId: terms.securityId,
          shares: sharesOf(shares),
          price,
          netAmount: moneyOf(part.gross),
          ...taxColumns(terms, part),
        },
      ];
    }),
  );
  return { rows, payments: sales.map(({ payment }) => payment) };
}

interface Rated {
  readonly of: string;
  readonly rate: Decimal;
  readonly byFolio: readonly bigint[];
}

function paymentFor(terms: EventTerms, holder: Holder, of: Rated) {
  const gross = centsFor(sumOf(of.byFolio), of.rate);
  return paymentOf({ terms, holder }, of, { gross, isIncome: true, isForeign: false });
}
