// Payouts in dollars a share: dividends, interest, gains, returns of capital, dividends in cash or stock; what of
// them is reinvested, and what goes to the cash folio. (docs/corporate-events.md)
import { nearest, sumOf } from "@bursar/values/units";
import {
  centsFor,
  moneyOf,
  paymentOf,
  quotedCents,
  type Shared,
  sharesFor,
  sharesOf,
  taxColumns,
} from "./amounts.ts";
import { type Chosen, chosenBy, heldBy, wholeShare } from "./choices.ts";
import type { Entitlement, EventRow, Holder, Payment } from "./holder.ts";
import type { Component, EventTerms } from "./terms.ts";

/** The payments in a folio so far: all of them, and of them the income. In cents, after taxes. */
interface Paid {
  cash: bigint;
  income: bigint;
}

/** The entitlement of a holder from a payout. */
export function payoutOf(
  terms: EventTerms,
  holder: Holder,
  byFolio: readonly bigint[],
): Partial<Entitlement> {
  const paid = holder.folios.map((): Paid => ({ cash: 0n, income: 0n }));
  const payments: Payment[] = [];
  const rows: EventRow[] = [];
  for (const [at, component] of terms.components.entries()) {
    const gross = centsFor(sumOf(byFolio), component.rate);
    const type = typeOf(terms, component);
    const taxed = { gross, isIncome: type !== "ROC", isForeign: type !== "ROC" };
    const key = { of: String(at + 1), rate: component.rate, byFolio };
    const { payment, parts } = paymentOf({ terms, holder }, key, taxed);
    payments.push(payment);
    if (gross === 0n) continue;
    rows.push(...rowsOf({ terms, holder, component }, type, { gross, parts }));
    parts.forEach((part, folio) => {
      const net = netOf(part);
      const own = paid[folio] as Paid;
      own.cash += net;
      if (type !== "ROC") own.income += net;
    });
  }
  const bought = reinvestmentsOf(terms, holder, paid);
  const ended = terms.isFinal ? [worthless(terms)] : [];
  return {
    payments,
    rows: [...rows, ...bought.rows, ...journalsOf(terms, holder, paid), ...ended],
    reinvestedAmount: bought.amount,
    reinvestedShares: bought.shares,
  };
}

function netOf({ gross, withheld, foreign }: Shared): bigint {
  return gross - withheld - foreign;
}

function typeOf({ kind }: EventTerms, { incomeKind }: Component): "DIV" | "INT" | "ROC" {
  if (incomeKind === "return" || kind === "ROC" || kind === "LIQ") return "ROC";
  return kind === "INT" ? "INT" : "DIV";
}

interface OfComponent {
  readonly terms: EventTerms;
  readonly holder: Holder;
  readonly component: Component;
}

/** A row for each folio; capital is paid back by one row, which the books share over the folios alike. */
function rowsOf(
  { terms, holder, component }: OfComponent,
  type: "DIV" | "INT" | "ROC",
  { gross, parts }: { readonly gross: bigint; readonly parts: readonly Shared[] },
): EventRow[] {
  const { securityId, exOn, taxYear } = terms;
  const ofCapital = terms.kind === "LIQ" ? "liquidation" : undefined;
  const incomeKind = type === "ROC" ? ofCapital : component.incomeKind;
  const common = {
    ...datesOf(terms),
    securityId,
    ...(exOn !== undefined && { exDate: exOn }),
    ...(incomeKind !== undefined && { incomeKind }),
    ...(taxYear !== undefined && { taxYear }),
  };
  if (type === "ROC") return [{ transactionType: type, ...common, amount: moneyOf(gross) }];
  return holder.folios.flatMap(({ folioNumber }, at) => {
    const part = parts[at];
    if (part === undefined || part.gross === 0n) return [];
    const columns = { folioNumber, amount: moneyOf(part.gross), ...taxColumns(terms, part) };
    return [{ transactionType: type, ...common, ...columns }];
  });
}

/** Every row is traded and settled on the booking day. */
export function datesOf({ bookedOn }: EventTerms): Pick<EventRow, "tradeDate" | "settlementDate"> {
  return { tradeDate: bookedOn, settlementDate: bookedOn };
}

/** The row that closes a security of which nothing is left. */
export function worthless(terms: EventTerms): EventRow {
  return { transactionType: "WLS", ...datesOf(terms), securityId: terms.securityId };
}

const leastReinvested = 100n;

/** The shares that are bought with income: the cash is spent to the cent, unless whole shares alone
 * are given. */
function reinvestmentsOf(terms: EventTerms, holder: Holder, paid: readonly Paid[]) {
  const rows: EventRow[] = [];
  let amount = 0n;
  let shares = 0n;
  for (const [at, { price, limit }] of stockOf(terms, holder, paid).entries()) {
    const own = paid[at];
    const folio = holder.folios[at];
    if (price === undefined || own === undefined || folio === undefined || limit <= 0n) continue;
    const exact = sharesFor(limit, price, terms.factor);
    const isWhole = terms.kind === "OPT" && terms.fractions !== "KEEP";
    const bought = isWhole ? exact - (exact % wholeShare) : exact;
    if (bought === 0n) continue;
    const cost = isWhole ? quotedCents(bought, price, terms.factor) : limit;
    own.cash -= cost;
    amount += cost;
    shares += bought;
    rows.push({
      transactionType: "REI",
      ...datesOf(terms),
      folioNumber: folio.folioNumber,
      securityId: terms.securityId,
      shares: sharesOf(bought),
      price,
      netAmount: moneyOf(cost),
    });
  }
  return { rows, amount, shares };
}

/** For each folio the price at which it buys, and for how many cents. */
function stockOf(terms: EventTerms, holder: Holder, paid: readonly Paid[]) {
  if (terms.kind === "OPT") {
    const chosen = chosenBy(terms, holder).find(({ option }) => option?.type === "STOCK");
    const price = chosen?.option?.price;
    return paid.map(({ income }, at) => ({ price, limit: electedPart(income, chosen, at) }));
  }
  return paid.map(({ income }, at) => {
    const isReinvested = holder.folios[at]?.reinvests === true && income >= leastReinvested;
    return { price: terms.reinvestPrice, limit: isReinvested ? income : 0n };
  });

  function electedPart(income: bigint, chosen: Chosen | undefined, at: number): bigint {
    const shares = chosen?.byFolio[at] ?? 0n;
    const held = heldBy(holder)[at] ?? 0n;
    return held === 0n ? 0n : nearest(income * shares, held);
  }
}

/** Where a folio would be reinvested in a later window, its cash stays. */
function journalsOf(terms: EventTerms, holder: Holder, paid: readonly Paid[]): EventRow[] {
  return holder.folios.flatMap(({ folioNumber, paysToAccount, reinvests }, at) => {
    const { cash, income } = paid[at] as Paid;
    const isWaiting =
      reinvests &&
      terms.reinvestPrice === undefined &&
      income >= leastReinvested &&
      terms.kind !== "OPT";
    const amount = isWaiting ? cash - income : cash;
    return paysToAccount ? journal(terms, { from: folioNumber, to: holder.cashFolio, amount }) : [];
  });
}

/** The row that takes cash to another folio of the account; none where it leads nowhere. */
export function journal(
  terms: EventTerms,
  { from, to, amount }: { readonly from: string; readonly to: string; readonly amount: bigint },
): EventRow[] {
  if (amount <= 0n || from === to) return [];
  const columns = { folioNumber: from, toFolioNumber: to, amount: moneyOf(amount) };
  return [{ transactionType: "CJL", ...datesOf(terms), ...columns }];
}
