// From the opening value of a statement to its closing value: every amount that came, went or was earned, and
// the change of value, which is calculated on its own. (docs/statements.md, "The sum")
import type { DayEnd, RawDay } from "@bursar/performance";
import type { Day } from "@bursar/values/dates";
import { sumOf } from "@bursar/values/units";
import {
  type BookedRow,
  centsOf,
  type FollowedBooks,
  isWithin,
  type Span,
  spanOf,
  withheldOf,
  worthOf,
} from "./booked.ts";

/** The amounts between opening and closing, in the order in which they are shown. */
export const bridgeLines = [
  "corrections",
  "deposits",
  "withdrawals",
  "securitiesIn",
  "securitiesOut",
  "income",
  "taxWithheld",
  "fees",
  "refunds",
  "serviceFees",
  "change",
] as const;

/** A name of an amount. */
export type BridgeLine = (typeof bridgeLines)[number];

/** Cents, each with the sign with which it enters the sum. */
export interface ValueBridge extends Readonly<Record<BridgeLine, bigint>> {
  /** The valuations with which it begins and ends; undefined where there is none. */
  readonly openingOn: Day | undefined;
  readonly closingOn: Day | undefined;
  readonly opening: bigint;
  readonly closing: bigint;
  /** The two parts of the change; undefined where it is what is left. */
  readonly changeOfPrices: bigint | undefined;
  readonly changeOfAccrued: bigint | undefined;
  /** The excess of the closing value over the sum: 0 where the sum closes. */
  readonly difference: bigint;
}

/** The sum between the ends of two days. `printed` is the closing value that the client has on paper of the
 * first of them; undefined where nothing was printed. */
export function valueBridge(
  books: FollowedBooks,
  { after, until }: { readonly after: Day; readonly until: Day },
  printed?: bigint,
): ValueBridge {
  const span = spanOf(books.days, after, until);
  const { opening, closing, base } = span;
  const isRest = books.loadedFolios.length > 0;
  const flows = isRest ? flowsOfDays(books.days, span) : flowsOfRows(books, span);
  const openingValue = printed ?? worthOf(opening);
  const known = {
    corrections: worthOf(opening) - openingValue,
    ...flows,
    securitiesIn: flows.securitiesIn + worthOf(base),
    ...incomeOf(books, span),
  };
  const sum = Object.values(known).reduce((total, cents) => total + cents, openingValue);
  const rest = worthOf(closing) - sum;
  const calculated = isRest ? undefined : changeWithin(books, span, flows);
  const change = calculated === undefined ? rest : calculated.ofPrices + calculated.ofAccrued;
  return {
    ...known,
    openingOn: opening?.on,
    closingOn: closing?.on,
    opening: openingValue,
    closing: worthOf(closing),
    change,
    changeOfPrices: calculated?.ofPrices,
    changeOfAccrued: calculated?.ofAccrued,
    difference: rest - change,
  };
}

type Flows = Pick<
  ValueBridge,
  "deposits" | "withdrawals" | "securitiesIn" | "securitiesOut" | "fees" | "refunds" | "serviceFees"
>;

/** By the transactions: an advance counts on the day on which its cash comes. */
function flowsOfRows(books: FollowedBooks, span: Span): Flows {
  const rows = rowsWithin(books, span);
  const ofType = (type: string) => rows.filter((row) => row.transactionType === type);
  const amounts = (of: readonly BookedRow[]) => sumOf(of.map(({ amount }) => centsOf(amount)));
  const fees = ofType("FEE");
  const isRefund = ({ feeKind }: BookedRow) => feeKind === "refund";
  const charged = fees.filter((row) => !isRefund(row));
  const refunded = fees.filter(isRefund);
  const isOutside = ({ feePaidBy }: BookedRow) => feePaidBy === "outside";
  return {
    // A fee that is paid from outside comes in with its payment.
    deposits: amounts([...ofType("DEP"), ...charged.filter(isOutside)]),
    withdrawals: -amounts([...ofType("WDL"), ...refunded.filter(isOutside)]),
    ...securityFlowsOf(books.days, span),
    fees: -amounts(charged),
    refunds: amounts(refunded),
    serviceFees: -amounts(ofType("ADM")),
  };
}

/** By the raw data: all that is known of a folio whose performance was loaded. */
function flowsOfDays(days: readonly RawDay[], span: Span): Flows {
  const within = days.filter(({ on }) => isWithin(on, span));
  const before = (span.base ?? span.opening)?.advances ?? 0n;
  let advances = before;
  const cash = within.map((day) => {
    const advanced = (day.advances ?? 0n) - advances;
    advances = day.advances ?? 0n;
    return day.cashFlows - advanced;
  });
  return {
    deposits: above(cash),
    withdrawals: -above(cash.map((cents) => -cents)),
    ...securityFlowsOf(days, span),
    fees: -above(within.map(({ fees }) => fees)),
    refunds: above(within.map(({ fees }) => -fees)),
    serviceFees: 0n,
  };
}

function securityFlowsOf(days: readonly RawDay[], span: Span) {
  const flows = days.filter(({ on }) => isWithin(on, span)).map((day) => day.securityFlows);
  return { securitiesIn: above(flows), securitiesOut: -above(flows.map((cents) => -cents)) };
}

/** The types whose cash is income. */
const payouts: ReadonlySet<string> = new Set(["DIV", "INT"]);

/** Income before tax, and the tax withheld of all but withdrawals: those are shown with it. */
function incomeOf(books: FollowedBooks, span: Span) {
  const rows = rowsWithin(books, span).filter(({ transactionType: type }) => type !== "WDL");
  const paid = rows.filter(({ transactionType: type }) => payouts.has(type));
  return {
    income: sumOf(paid.map(({ amount }) => centsOf(amount))),
    taxWithheld: -sumOf(rows.map(withheldOf)),
  };
}

/** The types whose cash is none of a trade or an event. */
const cashTypes: ReadonlySet<string> = new Set(["DEP", "WDL", "ADM", "FEE", "CJL", "DIV", "INT"]);

/** Securities by their values at both ends, less what was paid for them and what came in with them; and what
 * is accrued more. What was paid and received of accrued interest stands with the latter. */
function changeWithin(books: FollowedBooks, span: Span, flows: Flows) {
  const rows = new Map(rowsWithin(books, span).map((row) => [row.transactionId, row]));
  let traded = 0n;
  let interest = 0n;
  for (const { on, fact, cents } of books.moves) {
    const row = rows.get(fact.transactionId);
    if (!isWithin(on, span) || row === undefined || cashTypes.has(row.transactionType)) continue;
    const paid = row.transactionType === "BUY" || row.transactionType === "REI" ? -1n : 1n;
    traded += cents + withheldOf(row);
    interest += paid * centsOf(row.accruedInterest);
  }
  const start = books.endOf((span.base ?? span.opening)?.on);
  const end = books.endOf(span.closing?.on);
  const ofPrices =
    heldIn(end) - heldIn(start) + (traded - interest) - flows.securitiesIn - flows.securitiesOut;
  return { ofPrices, ofAccrued: accruedIn(end) - accruedIn(start) + interest };
}

/** The transactions in force of a span, by trade date. */
export function rowsWithin({ inForce }: FollowedBooks, span: Span): BookedRow[] {
  return inForce.filter(({ tradeOn }) => tradeOn !== null && isWithin(tradeOn, span));
}

function heldIn(end: DayEnd | undefined): bigint {
  return sumOf(end?.held.map(({ cents = 0n }) => cents) ?? []);
}

function accruedIn(end: DayEnd | undefined): bigint {
  return sumOf(end?.accrued.map(({ cents }) => cents) ?? []);
}

/** The value of the holdings of an account at the end of a day, by its parts, in cents. */
export function worthOfParts(end: DayEnd | undefined): bigint {
  return heldIn(end) + accruedIn(end) + sumOf([...(end?.cash.values() ?? [])]);
}

function above(amounts: readonly bigint[]): bigint {
  return sumOf(amounts.filter((cents) => cents > 0n));
}
