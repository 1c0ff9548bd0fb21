// Reads everything that the statement of an account is made of. (docs/statements.md)
import type { RawDay } from "@bursar/performance";
import { addDays, type Day, endOfPreviousYear } from "@bursar/values/dates";
import { places, unitsOf } from "@bursar/values/units";
import type { Context } from "../../../platform/change/context.ts";
import type { Reader } from "../../../platform/store/db.ts";
import { accountTypes } from "../../../reference/codes.ts";
import { lotsUntil, type Sources, termsOf } from "../../books/account-books/reads.ts";
import { selectDaysUntil } from "../../books/performance/reads.ts";
import {
  selectFactsVersion,
  selectPromised,
  selectTransactionsOf,
  type TransactionRow,
} from "../../books/transactions/reads.ts";
import { addressLines } from "../../clients-and-accounts/accounts/address.ts";
import { timeWeightedPeriodsOf } from "../../market/benchmarks/reads.ts";
import { wordsOf } from "../disclosures/reads.ts";
import { type BookedRow, type Books, valuationOn } from "./booked.ts";
import {
  type StatementAccount,
  selectCalculatedFees,
  selectDeliveryOf,
  selectPrinted,
  selectRowNotes,
  selectSecurityNames,
  selectStatementAccount,
} from "./queries.ts";
import type { StatementHead } from "./statement.ts";
import type { PrintedValue, StatementSources } from "./statement-facts.ts";

/** The statement to read. */
export interface WantedStatement {
  readonly accountNumber: string;
  readonly from: Day;
  readonly to: Day;
}

/** The sources of a statement, with the version of the facts in them. */
export interface ReadStatement {
  readonly sources: StatementSources;
  readonly factsVersion: string;
}

/** Reads the statement of an account and a period; undefined if there is no such account. `shared` has what many
 * accounts have in common. */
export async function readStatement(
  ctx: Pick<Context, "db" | "now">,
  shared: Sources,
  wanted: WantedStatement,
): Promise<ReadStatement | undefined> {
  const { db } = ctx;
  const { accountNumber, to } = wanted;
  // Before all else: facts that change meanwhile are newer than it, never older.
  const factsVersion = await selectFactsVersion(db, accountNumber);
  await shared.freshen();
  const [account, known, notes, series, promised, printed, fees] = await Promise.all([
    selectStatementAccount(db, accountNumber),
    selectTransactionsOf(db, [accountNumber]),
    selectRowNotes(db, accountNumber),
    selectDaysUntil(db, { accountNumber, folioNumber: "" }, to),
    selectPromised(db, [accountNumber]),
    selectPrinted(db, accountNumber, [addDays(wanted.from, -1), endOfPreviousYear(to)]),
    selectCalculatedFees(db, accountNumber),
  ]);
  if (account === undefined) return undefined;
  const stored = known.get(accountNumber) ?? [];
  const rows = withNotes(stored, notes);
  const days = series.flatMap(({ raw }): RawDay[] => (raw === undefined ? [] : [raw]));
  const priced = await pricesOf(db, shared, rows);
  const printedOn = (on: Day) => printedValue(printed.find(({ periodEnd }) => periodEnd === on));
  const head = headOf(account, await selectDeliveryOf(db, account.primaryOwner), wanted);
  const calendar = await shared.calendar();
  const sources: StatementSources = {
    head,
    books: {
      rows,
      days,
      sources: { ...priced.sources, promised: promised.get(accountNumber) },
      loadedFolios: loadedFoliosOf(account),
    },
    securities: priced.securities,
    calendar,
    lots: await lotsOf(db, shared, { accountNumber, rows: stored, days, to }),
    periods: timeWeightedPeriodsOf(series, calendar.isTradingDay),
    printed: {
      period: printedOn(addDays(wanted.from, -1)),
      year: printedOn(endOfPreviousYear(to)),
    },
    calculatedFees: new Map(
      fees.flatMap(({ transactionIds, basis, rate, days: ofDays }) =>
        transactionIds.map((id) => [id as string, { basis, rate, days: ofDays }] as const),
      ),
    ),
    folioNames: new Map(
      account.folios.map(({ folioNumber, name }) => [folioNumber, name ?? folioNumber]),
    ),
    words: await wordsOf(db, { firmOid: account.firmOid, reportType: "M", on: to }),
  };
  return { sources, factsVersion };
}

type Printed = Awaited<ReturnType<typeof selectPrinted>>;

function printedValue(row: Printed[number] | undefined): PrintedValue | undefined {
  if (row === undefined || row.closing === null || row.closingOn === null) return undefined;
  const { closingOn, closing, factsVersion } = row;
  return { closingOn, factsVersion, closing: unitsOf(closing, places.money) };
}

/** Folios of which the values are the custodian's; one without a source is what its first facts make it. */
function loadedFoliosOf({ folios }: StatementAccount): string[] {
  return folios.filter(({ source }) => source === "loaded").map(({ folioNumber }) => folioNumber);
}

function withNotes(
  rows: readonly TransactionRow[],
  notes: Awaited<ReturnType<typeof selectRowNotes>>,
): BookedRow[] {
  const byId = new Map(notes.map((note) => [note.transactionId, note]));
  return rows.map((row) => {
    // A gift of another account discloses nothing of that account.
    const own = row.receivedFrom === undefined ? byId.get(row.transactionId) : undefined;
    const { incomeKind = null, method = null, notes: text = null, eventKind = null } = own ?? {};
    return { ...row, incomeKind, method, notes: text, eventKind };
  });
}

/** The securities of transactions by name, with their closes and how they are quoted. */
async function pricesOf(db: Reader, shared: Sources, rows: readonly BookedRow[]) {
  const named = rows.flatMap(({ securityId, intoSecurityId }) => [securityId, intoSecurityId]);
  const ids = new Set(named.filter((id) => id !== null));
  const [names, terms, closes] = await Promise.all([
    selectSecurityNames(db, [...ids]),
    termsOf(shared, ids),
    shared.closes(ids),
  ]);
  const sources: Books["sources"] = { closes, quotationFactors: terms.quotationFactors };
  return { sources, securities: new Map(names.map((name) => [name.securityId, name])) };
}

async function lotsOf(
  db: Reader,
  shared: Sources,
  {
    accountNumber,
    rows,
    days,
    to,
  }: {
    readonly accountNumber: string;
    readonly rows: readonly TransactionRow[];
    readonly days: readonly RawDay[];
    readonly to: Day;
  },
): Promise<StatementSources["lots"]> {
  const closing = valuationOn(days, to);
  if (closing === undefined) return { open: [], closed: [] };
  return lotsUntil(db, shared, { accountNumber, rows, day: closing.on });
}

function headOf(
  account: StatementAccount,
  delivery: StatementHead["delivery"],
  { from, to }: WantedStatement,
): StatementHead {
  const { owners, clientFirm, firm, custodian } = account;
  const names = owners.map(({ firstName, lastName }) => `${firstName} ${lastName}`);
  const kind = accountTypes.find(account.accountType);
  return {
    firm: { name: firm.name, address: addressLines(firm.address) },
    custodian: { name: custodian?.name ?? "", address: addressLines(custodian?.address ?? null) },
    owners: clientFirm ? [clientFirm.name] : names,
    address: addressLines((clientFirm ?? owners[0])?.address ?? null),
    accountNumber: account.accountNumber,
    accountName: account.accountName,
    accountType: kind?.name ?? account.accountType,
    isTaxable: kind?.taxability === "taxable",
    from,
    to,
    isCorrected: false,
    delivery,
  };
}
