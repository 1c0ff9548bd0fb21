// A statement from the books of an account: everything that it says, without a store. (docs/statements.md)
import type { ClosedLot, OpenLot } from "@bursar/tax-lots";
import { addDays, addMonths, type Day, endOfPreviousYear } from "@bursar/values/dates";
import { moneyText } from "@bursar/values/units";
import type { TimeWeightedPeriod } from "../../market/benchmarks/reads.ts";
import {
  type Books,
  type FollowedBooks,
  followBooks,
  spanOf,
  valuationOn,
  worthOf,
} from "./booked.ts";
import {
  type ActivitySources,
  activityShown,
  correctionsShown,
  type PrintedStatement,
  unsettledShown,
} from "./shown-activity.ts";
import { holdingsShown } from "./shown-holdings.ts";
import { type CalculatedFee, incomeShown } from "./shown-income.ts";
import { returnsShown } from "./shown-performance.ts";
import type { Both, Disclosure, Statement, StatementHead, StatementSum } from "./statement.ts";
import { bridgeLines, type ValueBridge, valueBridge, worthOfParts } from "./value-bridge.ts";

/** A statement that the client has on paper, with its closing value in cents. */
export interface PrintedValue extends PrintedStatement {
  readonly closing: bigint;
}

/** Everything that a statement is made of. */
export interface StatementSources extends ActivitySources {
  readonly head: StatementHead;
  readonly books: Books;
  /** As of the last valuation of the period. */
  readonly lots: { readonly open: readonly OpenLot[]; readonly closed: readonly ClosedLot[] };
  readonly periods: readonly TimeWeightedPeriod[];
  /** The released statements that end before the period, and before its year. */
  readonly printed: {
    readonly period: PrintedValue | undefined;
    readonly year: PrintedValue | undefined;
  };
  /** How fees were calculated, by the transaction that booked each. */
  readonly calculatedFees: ReadonlyMap<string, CalculatedFee>;
  readonly folioNames: ReadonlyMap<string, string>;
  readonly words: readonly Disclosure[];
}

/** A statement, and why it may not be released; no reason where it may. */
export interface CalculatedStatement {
  readonly statement: Statement;
  /** The closing value in cents. */
  readonly closing: bigint;
  readonly problems: readonly string[];
}

/** Makes the statement of a period, and judges it. */
export function calculateStatement(sources: StatementSources): CalculatedStatement {
  const { head, printed, lots } = sources;
  const until = head.to;
  const period = { after: addDays(head.from, -1), until };
  const year = { after: endOfPreviousYear(head.to), until };
  const { days } = sources.books;
  const spans = {
    period: spanOf(days, period.after, until),
    year: spanOf(days, year.after, until),
  };
  const ends = [spans.period, spans.year].flatMap(({ opening, base, closing }) => [
    opening?.on,
    base?.on,
    closing?.on,
  ]);
  const books = followBooks(sources.books, ends);
  const bridges = {
    period: valueBridge(books, period, printed.period?.closing),
    year: valueBridge(books, year, printed.year?.closing),
  };
  const closingOn = spans.period.closing?.on;
  const unsettled = closingOn === undefined ? [] : unsettledShown(books, closingOn, sources);
  const statement: Statement = {
    head,
    sum: sumShown(bridges, sources),
    monthEnds: monthEndsShown(sources.books, until),
    holdings: holdingsShown(books.endOf(closingOn), sources.books, {
      securities: sources.securities,
      lots: lots.open,
      isTaxable: head.isTaxable,
      unsettled,
      worth: bridges.period.closing,
    }),
    activity: activityShown(books, spans.period, sources),
    corrections: printed.period ? correctionsShown(books.rows, printed.period, sources) : [],
    incomeAndFees: incomeShown(books, spans, {
      closed: lots.closed,
      calculated: sources.calculatedFees,
    }),
    performance: returnsShown(sources.periods),
    words: sources.words,
  };
  return { statement, closing: bridges.period.closing, problems: problemsOf(books, bridges) };
}

/** The value at the last twelve ends of months; null of one before the first valuation. */
function monthEndsShown({ days }: Books, until: Day): Statement["monthEnds"] {
  const firstOfNext = addDays(until, 1);
  return Array.from({ length: 12 }, (_, at) => {
    const on = addDays(addMonths(firstOfNext, at - 11), -1);
    const valued = valuationOn(days, on);
    return { on, value: valued === undefined ? null : moneyText(worthOf(valued)) };
  });
}

interface Bridges {
  readonly period: ValueBridge;
  readonly year: ValueBridge;
}

function sumShown(
  { period, year }: Bridges,
  { books, folioNames }: Pick<StatementSources, "books" | "folioNames">,
): StatementSum {
  const both = (of: (bridge: ValueBridge) => bigint): Both => {
    return { period: moneyText(of(period)), year: moneyText(of(year)) };
  };
  const partOf = (name: "changeOfPrices" | "changeOfAccrued") =>
    period[name] === undefined ? null : both((bridge) => bridge[name] ?? 0n);
  const lines = bridgeLines.map((name) => [name, both((bridge) => bridge[name])] as const);
  return {
    openingOn: period.openingOn ?? null,
    yearOpeningOn: year.openingOn ?? null,
    closingOn: period.closingOn ?? null,
    opening: both(({ opening }) => opening),
    lines: Object.fromEntries(lines) as StatementSum["lines"],
    closing: both(({ closing }) => closing),
    changeOfPrices: partOf("changeOfPrices"),
    changeOfAccrued: partOf("changeOfAccrued"),
    loadedFolios: books.loadedFolios.map((number) => folioNames.get(number) ?? number),
    difference: moneyText(period.difference),
  };
}

/** Sums that do not close, and holdings that are not worth what the account is. */
function problemsOf(books: FollowedBooks, { period, year }: Bridges): string[] {
  const problems: string[] = [];
  for (const [name, { difference }] of [
    ["period", period],
    ["year", year],
  ] as const) {
    if (difference === 0n) continue;
    const amount = moneyText(difference);
    problems.push(`The sum of the ${name} differs from the closing value by ${amount}.`);
  }
  if (books.loadedFolios.length > 0) return problems;
  const parts = worthOfParts(books.endOf(period.closingOn));
  if (parts !== period.closing) {
    problems.push(
      `The holdings are worth ${moneyText(parts)}, the account ${moneyText(period.closing)}.`,
    );
  }
  return problems;
}
