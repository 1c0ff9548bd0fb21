// Judges what a load leaves behind: every fact of the accounts that it touched, accepted before or
// new, must be possible in its place. (docs/tax-lots.md)
import type { LotAccount } from "../../engines/lot-relief/fact.ts";
import { runFacts } from "../../engines/lot-relief/run.ts";
import { book } from "../../engines/unit-values/book.ts";
import { RowsRefused } from "../../platform/bulk/load-problem.ts";
import type { Tx } from "../../platform/db.ts";
import { accountTypes, transactionTypes } from "../../reference/codes.ts";
import type { Id } from "../../values/ids.ts";
import { type Facts, factsOf, isInForce, type TransactionRow } from "./facts.ts";
import {
  type AddedLine,
  selectAccountTypes,
  selectAddedLines,
  selectTouchedAccounts,
  selectTransactions,
} from "./queries.ts";

/** A transaction that cannot be, with the file's column where one is to blame. */
export interface FactProblem {
  readonly transactionId: Id;
  readonly column?: string;
  readonly reason: string;
}

const accountsAtOnce = 100;

/** Throws RowsRefused with every fact that could not be applied after the load. */
export async function judgeFacts(tx: Tx, changed: string): Promise<void> {
  const touched = await selectTouchedAccounts(tx, changed);
  const problems: RowsRefused["problems"][number][] = [];
  for (let at = 0; at < touched.length; at += accountsAtOnce) {
    const numbers = touched.slice(at, at + accountsAtOnce);
    const rows = Map.groupBy(await selectTransactions(tx, numbers), (row) => row.accountNumber);
    const added = await selectAddedLines(tx, changed, numbers);
    const lines = Map.groupBy(added, (line) => line.accountNumber);
    for (const { accountNumber, accountType } of await selectAccountTypes(tx, numbers)) {
      const found = problemsOfAccount(
        { accountNumber, accountType },
        rows.get(accountNumber) ?? [],
      );
      problems.push(...found.map((each) => placed(each, lines.get(accountNumber) ?? [])));
    }
  }
  if (problems.length > 0) {
    throw new RowsRefused(problems.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0)));
  }
}

/** What was accepted before is told of at the account's first line: some line moved it. */
function placed({ transactionId, reason, column }: FactProblem, lines: readonly AddedLine[]) {
  const own = lines.find((line) => line.transactionId === transactionId);
  if (own !== undefined) return { line: own.line, ...(column && { column }), reason };
  const before = `Transaction ${transactionId}, accepted before, could not be applied any more: `;
  return { line: lines[0]?.line ?? 0, reason: before + reason };
}

interface Account {
  readonly accountNumber: string;
  readonly accountType: string;
}

/** Everything that is wrong with an account's transactions, given in the order of facts. */
export function problemsOfAccount(
  account: Account,
  rows: readonly TransactionRow[],
): FactProblem[] {
  const ofRows = [...takingBackProblems(rows), ...placeProblems(rows)];
  if (ofRows.length > 0) return ofRows;
  const facts = factsOf(rows);
  const ofLots = lotProblems(account, facts);
  return ofLots.length > 0 ? ofLots : folioProblems(facts);
}

function takingBackProblems(rows: readonly TransactionRow[]): FactProblem[] {
  const known = new Map(rows.map((row) => [row.transactionId, row]));
  const target = ({ takesBack }: TransactionRow) => (takesBack ? known.get(takesBack) : undefined);
  const isFact = ({ transactionType: type }: TransactionRow) =>
    transactionTypes.find(type)?.fact !== undefined;
  const columnOf = (row: TransactionRow) => (isFact(row) ? "replaces" : "cancels");
  // Each is taken back once, so that whoever cannot be reached from an end lies on a circle.
  const reached = new Set<TransactionRow>();
  for (const end of rows.filter(({ isTakenBack }) => !isTakenBack)) {
    for (let row: TransactionRow | undefined = end; row; row = target(row)) reached.add(row);
  }
  return rows.flatMap((row) => {
    const { transactionId } = row;
    const taken = target(row);
    if (taken === undefined) return [];
    const column = columnOf(row);
    if (!isFact(taken)) return [{ transactionId, column, reason: "It names a cancellation." }];
    const reason = "It takes back what takes it back.";
    return reached.has(row) ? [] : [{ transactionId, column, reason }];
  });
}

function placeProblems(rows: readonly TransactionRow[]): FactProblem[] {
  const inForce = rows.filter(isInForce);
  const places = Map.groupBy(inForce, ({ tradeOn, entryOrder }) => `${tradeOn} ${entryOrder}`);
  return [...places.values()].flatMap(([first, ...others]) =>
    others.map(({ transactionId }) => ({
      transactionId,
      column: "entryOrder",
      reason: `Transaction ${first?.transactionId} of this day has the same place.`,
    })),
  );
}

/** The file's columns by the words of the engine. */
const columns: Readonly<Record<string, string>> = {
  settlementOn: "settlementDate",
  method: "reliefMethod",
  intoSecurity: "intoSecurityId",
  security: "securityId",
  donorAcquiredOn: "donorAcquisitionDate",
  donorBasis: "donorCostBasis",
  diedOn: "dateOfDeath",
};

/** The column that shows why a fact cannot be in its place. */
const columnsOfReasons: Readonly<Record<string, string>> = {
  "fact.held": "shares",
  "fact.nothing.held": "securityId",
  "fact.named.held": "namedLots",
  "fact.empty.lot": "ratioNew",
  "fact.no.price": "price",
};

function lotProblems({ accountNumber, accountType }: Account, { lotFacts }: Facts): FactProblem[] {
  const isTaxable = accountTypes.find(accountType)?.taxability === "taxable";
  const account: LotAccount = {
    account: accountNumber,
    isTaxable,
    // Every disposal has kept the method with which it was accepted.
    defaultMethod: isTaxable ? "LGHL" : "AVGC",
  };
  return runFacts(account, lotFacts).refusals.map(({ transactionId, code, field, message }) => {
    const [name = ""] = field?.split(".") ?? [];
    const column = columnsOfReasons[code] ?? (columns[name] || name);
    return { transactionId, ...(column && { column }), reason: message };
  });
}

/** Lots are the account's; a folio, too, cannot give what it does not hold. */
function folioProblems({ facts }: Facts): FactProblem[] {
  const account = { folios: new Map(), onSplit: () => {}, onSymbolChange: () => {} };
  const problems: FactProblem[] = [];
  const short = new Set<string>();
  for (const fact of facts) {
    book(account, fact);
    if (!("shares" in fact) || fact.folio === undefined) continue;
    const place = `${fact.folio} ${fact.security}`;
    const position: bigint = account.folios.get(fact.folio)?.positions.get(fact.security) ?? 0n;
    if (position >= 0n || short.has(place)) continue;
    short.add(place);
    const reason = "The folio holds fewer shares.";
    problems.push({ transactionId: fact.transactionId, column: "shares", reason });
  }
  return problems;
}
