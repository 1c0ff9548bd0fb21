// Applies an account's transactions as a whole: every fact, accepted before or new, must be possible
// in its place. (docs/tax-lots.md)

import { bookingsOf } from "@bursar/performance";
import {
  type Book,
  type FactRefusal,
  factRefusals,
  type LotAccount,
  runFacts,
} from "@bursar/tax-lots";
import type { Day } from "@bursar/values/dates";
import type { Id } from "@bursar/values/ids";
import { transactionTypes } from "../../../reference/codes.ts";
import { type Facts, factsOf, isInForce, type TransactionRow } from "./facts.ts";

/** A transaction that cannot be applied, with the file's column where one is to blame. */
export interface FactProblem {
  readonly transactionId: Id;
  readonly column?: string;
  readonly reason: string;
}

/** An account's facts and the resulting lots, or everything that is wrong with them. */
export type AppliedTransactions =
  | { readonly problems: readonly FactProblem[] }
  | { readonly problems?: never; readonly facts: Facts; readonly lots: Book };

/** Applies transactions, given in the order of facts, as far as they have taken effect by today. */
export function applyTransactions(
  account: LotAccount,
  rows: readonly TransactionRow[],
  today: Day,
): AppliedTransactions {
  const ofRows = [...takingBackProblems(rows), ...placeProblems(rows), ...moveProblems(rows)];
  if (ofRows.length > 0) return { problems: ofRows };
  const facts = factsOf(rows, today);
  const run = runFacts(account, facts.lotFacts);
  if (run.refusals.length > 0)
    return { problems: run.refusals.map((each) => problemOf(each, rows)) };
  const ofFolios = folioProblems(facts);
  return ofFolios.length > 0 ? { problems: ofFolios } : { facts, lots: run.book };
}

function takingBackProblems(rows: readonly TransactionRow[]): FactProblem[] {
  const known = new Map(rows.map((row) => [row.transactionId, row]));
  const target = ({ takesBack }: TransactionRow) => (takesBack ? known.get(takesBack) : undefined);
  const isFact = ({ transactionType: type }: TransactionRow) =>
    transactionTypes.find(type)?.fact !== undefined;
  const columnOf = (row: TransactionRow) => (isFact(row) ? "replaces" : "cancels");
  // Each is taken back once, so one that cannot be reached from an end is part of a circle.
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

/** The books of an account follow from its own rows alone, so that lots come and go by one row each. */
function moveProblems(rows: readonly TransactionRow[]): FactProblem[] {
  const moves = rows.filter((row) => isInForce(row) && row.transactionType === "LMV");
  const reason =
    "Lots do not move between accounts by one row: enter a transfer out (TOT) here, and a transfer " +
    "in (TIN) with its lots there.";
  return moves.map(({ transactionId }) => ({ transactionId, column: "transactionType", reason }));
}

/** The file's columns by the engine's names. */
const columns: Readonly<Record<string, string>> = {
  settlementOn: "settlementDate",
  method: "reliefMethod",
  intoSecurity: "intoSecurityId",
  security: "securityId",
  donorAcquiredOn: "donorAcquisitionDate",
  donorBasis: "donorCostBasis",
  diedOn: "dateOfDeath",
  adjustedLots: "namedLots",
  toAccount: "toAccountNumber",
  toFolio: "toFolioNumber",
  election: "transactionType",
};

/** The column that shows why a fact cannot be in its place. */
const columnsOfReasons: Readonly<Record<string, string>> = {
  "fact.held": "shares",
  "fact.nothing.held": "securityId",
  "fact.named.held": "namedLots",
  "fact.empty.position": "ratioNew",
  "fact.no.price": "price",
  "fact.no.shares": "ratioNew",
  "fact.basis.below.zero": "amount",
  "fact.adjusted.held": "namedLots",
  "fact.average.account": "transactionType",
  "fact.average.kind": "securityId",
  "fact.average.none": "transactionType",
  "fact.average.late": "tradeDate",
  "fact.average.disposed": "transactionType",
  "fact.average.method": "reliefMethod",
};

function problemOf(
  { transactionId, code, field, message }: FactRefusal,
  rows: readonly TransactionRow[],
): FactProblem {
  const [name = ""] = field?.split(".") ?? [];
  const column = columnsOfReasons[code] ?? (columns[name] || name);
  const isOfNamed = code === factRefusals.namedHeld.code;
  const reason = [message, ...(isOfNamed ? endsOfNamed(transactionId, rows) : [])].join(" ");
  return { transactionId, ...(column && { column }), reason };
}

/** What has become of the transactions whose lots one names: each that was taken back, with what did
 * that last. */
function endsOfNamed(transactionId: Id, rows: readonly TransactionRow[]): string[] {
  const naming = rows.find((row) => row.transactionId === transactionId);
  const takers = new Map(rows.map((row) => [row.takesBack, row]));
  return (naming?.namedLots ?? []).flatMap(({ transactionId: named }) => {
    let last = takers.get(named);
    for (let next = last; next !== undefined; next = takers.get(next.transactionId)) last = next;
    if (last === undefined) return [];
    const done = isInForce(last) ? "replaced" : "cancelled";
    return [`Transaction ${named} was ${done} by ${last.transactionId}.`];
  });
}

/** Lots belong to the account, but a folio cannot give what it does not hold either. */
function folioProblems({ facts }: Facts): FactProblem[] {
  const account = { folios: new Map(), onSplit: () => {}, onSymbolChange: () => {} };
  const problems: FactProblem[] = [];
  const short = new Set<string>();
  for (const { fact, apply } of bookingsOf(facts)) {
    apply(account);
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
