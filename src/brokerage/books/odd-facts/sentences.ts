// Sentences about a fact that is allowed but odd: the fact, its figures, their quotient and the
// likely cause. (docs/loading.md, "Odd facts")
import { counted } from "../../../values/readable.ts";
import type { OddPayout, TradedDay } from "./payout-queries.ts";
import type { OddAmount, OddFact, OddParent, OddPrice, OddValue } from "./price-queries.ts";
import type { LargeDay } from "./return-queries.ts";
import type { OddSplit, UnlistedSplit, UnseenSplit } from "./split-queries.ts";

function named({ accountNumber, transactionId, type, ticker, on }: Omit<OddFact, "count">): string {
  return `${accountNumber}, transaction ${transactionId} (${type} of ${ticker} on ${on})`;
}

const aFactor = "as by another quotation factor, or a misplaced point";

function cause(times: string | null, otherwise: string): string {
  return times === null ? otherwise : `${aFactor} (${times})`;
}

/** Of a net amount that is not what its figures make. */
export function amountSentence(fact: OddAmount): string {
  const { netAmount, expected, quotient, times } = fact;
  const what = `its netAmount ${netAmount} is not shares × price × quotationFactor with fees, ${expected}`;
  const why = cause(times, "a wrong price, amount or number of shares");
  return `${named(fact)}: ${what}; before fees ${quotient ?? "many"} times: ${why}.`;
}

/** Of a price that is far from the close. */
export function priceSentence(fact: OddPrice): string {
  const { price, close, quotient, times } = fact;
  const why = cause(times, "another security, a wrong price, or a split that is not entered");
  return `${named(fact)}: its price ${price} is ${quotient ?? "many"} times the close ${close}: ${why}.`;
}

/** Of a value that is far from the nearest close. */
export function valueSentence(fact: OddValue): string {
  const { column, value, quotation, close, pricedOn, quotient, isOfOne } = fact;
  const perShare = quotation === null ? "" : `, ${quotation} a share,`;
  const why = isOfOne
    ? "it seems to be of one share, and not of all"
    : "a wrong value, or a split between";
  return (
    `${named(fact)}: its ${column} ${value}${perShare} is ${quotient ?? "many"} times the close ` +
    `${close} of ${pricedOn}: ${why}.`
  );
}

/** Of spin-offs that value one parent differently. */
export function parentSentence(parent: OddParent): string {
  const { ticker, on, accounts, first, values, isWithinAccount } = parent;
  const why = isWithinAccount
    ? "they are taken one after another, and not as one allocation"
    : "a share of it had one value after them";
  return (
    `The spin-offs of ${ticker} on ${on} have the parentValue ${values.join(" and ")} in ` +
    `${inAccounts(accounts, first)}: ${why}.`
  );
}

/** Of a payout that is there already. */
export function doubledSentence(payout: OddPayout): string {
  const { accountNumber, transactionId, type, ticker, folioNumber, amount, on, exOn, other } =
    payout;
  const of = ticker === null ? "" : ` of ${ticker}`;
  const day = exOn === null ? `on ${on}` : `with the ex-date ${exOn}`;
  return (
    `${accountNumber}, transaction ${transactionId} (${type}${of} ${day}): transaction ${other} of ` +
    `folio ${folioNumber ?? "none"} has the same amount ${amount}: entered twice?`
  );
}

/** Of a dividend of what was not held. */
export function unheldSentence(payout: OddPayout): string {
  const { accountNumber, transactionId, type, ticker, amount, on, exOn } = payout;
  const when =
    exOn === null ? "on any of the 90 days before" : `at the opening of its ex-date ${exOn}`;
  return (
    `${accountNumber}, transaction ${transactionId} (${type} of ${ticker} on ${on}): it pays ${amount}, and ` +
    `no share was held ${when}: another security or account, or a purchase that is missing.`
  );
}

/** Of a reinvestment without its payout. */
export function reinvestmentSentence(fact: OddFact): string {
  return (
    `${named(fact)}: there is no payout of the security within 7 days, so that it is paid from cash: a ` +
    "reinvestment comes with its dividend."
  );
}

/** Of trades on a day on which the exchange rests. */
export function restDaySentence({ on, trades, first }: TradedDay): string {
  const what = counted(trades, "purchase or sale is", "purchases and sales are");
  return `${what} dated ${on}, which is no business day in New York, the first in ${first}: a wrong day?`;
}

/** Of a split that closes do not show. */
export function unseenSentence(split: UnseenSplit): string {
  const { ticker, on, ratioNew, ratioOld, accounts, first } = split;
  const { before, after, quotient, isReversed } = split;
  const why = isReversed
    ? "the ratio seems to be the wrong way round"
    : "closes seem to be adjusted, or the split is none";
  return (
    `The SPL ${ratioNew}:${ratioOld} of ${ticker} on ${on} in ${inAccounts(accounts, first)}: closes go ` +
    `from ${before} to ${after}, ${quotient} times: ${why}.`
  );
}

/** Of a split of accounts that the security does not have. */
export function unlistedSentence(split: UnlistedSplit): string {
  const { ticker, on, ratios, accounts, first, knownNew, knownOld } = split;
  const what =
    knownNew === null
      ? "`splits` has no such row, by which benchmarks follow"
      : `\`splits\` has ${knownNew}:${knownOld}`;
  return `The SPL ${ratios} of ${ticker} on ${on} in ${inAccounts(accounts, first)}: ${what}.`;
}

/** Of a split that accounts do not have. */
export function unfollowedSentence({
  ticker,
  on,
  ratioNew,
  ratioOld,
  accounts,
  first,
}: OddSplit): string {
  return (
    `\`splits\` has ${ratioNew}:${ratioOld} of ${ticker} on ${on}, which ${inAccounts(accounts, first)} ` +
    "held without an SPL of that day: their positions do not follow."
  );
}

/** Of a day's return that is too large to be believed. */
export function returnSentence({ folioNumber, on, percent }: Omit<LargeDay, "count">): string {
  return (
    `Folio ${folioNumber} on ${on}: its return of that day is ${percent} %: a flow that is missing, a wrong ` +
    "price, closes that are missing before it, or a split on one side alone."
  );
}

function inAccounts(accounts: number, first: string): string {
  return accounts === 1 ? first : `${counted(accounts, "account")} (the first is ${first})`;
}
