// The sources of a statement, for tests without a store: March 2026 of the account of two owners.
import { closedLots, openLots, runFacts } from "@bursar/tax-lots";
import type { Day } from "@bursar/values/dates";
import type { Decimal } from "@bursar/values/decimal";
import type { Id } from "@bursar/values/ids";
import { factsOf } from "../../src/brokerage/books/transactions/reads.ts";
import { type Books, valuationOn } from "../../src/brokerage/documents/statements/booked.ts";
import type { NamedSecurity } from "../../src/brokerage/documents/statements/shown-holdings.ts";
import type { StatementHead } from "../../src/brokerage/documents/statements/statement.ts";
import type {
  PrintedValue,
  StatementSources,
} from "../../src/brokerage/documents/statements/statement-facts.ts";
import { openCalendar } from "../../src/reference/settlement/calendar.ts";

/** The head of the statement. */
export const head: StatementHead = {
  firm: { name: "Harbor Point Advisors", address: ["12 Quay Street", "Buffalo, NY 14202"] },
  custodian: { name: "Bursar Platform", address: ["1 Exchange Plaza", "New York, NY 10005"] },
  owners: ["Ada Whitfield", "Rafael Torres"],
  address: ["4 Elm Court", "Buffalo, NY 14209"],
  accountNumber: "RA7Q20MX4K",
  accountName: "Whitfield Torres Joint",
  accountType: "Joint with survivorship",
  isTaxable: true,
  from: "2026-03-01" as Day,
  to: "2026-03-31" as Day,
  isCorrected: false,
  delivery: "electronic",
};

/** The securities of the tests by id. */
const securities: ReadonlyMap<Id, NamedSecurity> = new Map([
  named("1", "ACME", "Acme Corporation", "99901A109"),
  named("2", "UST31", "Treasury 4 % 2031", null),
  named("3", "NEWCO", "Newco Incorporated", "99902B108"),
]);

function named(id: string, ticker: string, name: string, cusip: string | null) {
  const kind = { instrumentType: cusip === null ? "GV" : "EQ", settlementPeriod: null };
  return [id as Id, { ticker, name, cusip, ...kind }] as const;
}

/** Sources from books, in place of which some may be given. */
export function sourcesOf(
  books: Books,
  given: {
    readonly head?: StatementHead;
    readonly printed?: PrintedValue;
    readonly calculatedFees?: StatementSources["calculatedFees"];
    readonly periods?: StatementSources["periods"];
    readonly words?: StatementSources["words"];
    readonly securities?: StatementSources["securities"];
  } = {},
): StatementSources {
  const { to } = given.head ?? head;
  const closingOn = valuationOn(books.days, to)?.on ?? to;
  const until = books.rows.filter(({ tradeOn }) => tradeOn === null || tradeOn <= closingOn);
  const account = {
    account: head.accountNumber,
    isTaxable: true,
    defaultMethod: "FIFO" as const,
    quotationFactors: (books.sources.quotationFactors ?? new Map()) as Map<Id, Decimal>,
  };
  const { book } = runFacts(account, factsOf(until, closingOn).lotFacts);
  return {
    head: given.head ?? head,
    books,
    securities: given.securities ?? securities,
    calendar: openCalendar(),
    lots: { open: openLots(book), closed: [...closedLots(book)] },
    periods: given.periods ?? [],
    printed: { period: given.printed, year: undefined },
    calculatedFees: given.calculatedFees ?? new Map(),
    folioNames: new Map(),
    words: given.words ?? [],
  };
}
