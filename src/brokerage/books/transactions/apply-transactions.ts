// Applies the transactions of an account, or of accounts between which lots move, as a whole: every
// fact, accepted before or new, must be possible in its place. (docs/tax-lots.md)

import { bookingsOf } from "@bursar/performance";
import {
  type Book,
  type FactRefusal,
  factRefusals,
  type LotAccount,
  runFacts,
  runTiedAccounts,
} from "@bursar/tax-lots";
import type { Day } from "@bursar/values/dates";
import { compare, type Decimal, sum } from "@bursar/values/decimal";
import type { Id } from "@bursar/values/ids";
import { transactionTypes } from "../../../reference/codes.ts";
import { type Facts, factsOf, isInForce, lastTakersIn, type TransactionRow } from "./facts.ts";
import { type AccountRows, ownFactsOf, withOtherReceivers } from "./moved-lots.ts";

/** A transaction that cannot be applied, with the file's column where one is to blame. */
export interface FactProblem {
  /** The account that has the transaction. */
  readonly accountNumber: string;
  readonly transactionId: Id;
  readonly column?: string;
  readonly reason: string;
  readonly cure?: string;
  /** Where transactions exclude each other, the same said of the others. */
  readonly orElse?: readonly Omit<FactProblem, "orElse">[];
}

/** An account's facts and the resulting lots, or every fault of them. */
export type AppliedTransactions =
  | { readonly problems: readonly FactProblem[] }
  | { readonly problems?: never; readonly facts: Facts; readonly lots: Book };

/** Applies the transactions of an account that neither gives nor receives lots, in the order of facts, as
 * far as they have taken effect by today. */
export function applyTransactions(
  account: LotAccount,
  rows: readonly TransactionRow[],
  today: Day,
): AppliedTransactions {
  const problems = rowProblems(rows);
  if (problems.length > 0) return { problems };
  const facts = factsOf(rows, today);
  const run = runFacts(account, facts.lotFacts);
  if (run.refusals.length > 0)
    return { problems: run.refusals.map((each) => problemOf(each, { account, rows })) };
  const ofFolios = folioProblems({ account, rows }, facts);
  return ofFolios.length > 0 ? { problems: ofFolios } : { facts, lots: run.book };
}

/** Applies the transactions of accounts between which lots move, by account: what one of them cannot apply
 * is a problem of all. Every account from which lots come to one of them is among them. */
export function applyTied(
  tied: readonly AccountRows[],
  today: Day,
): ReadonlyMap<string, AppliedTransactions> {
  const byAccount = (applied: (each: AccountRows) => AppliedTransactions) =>
    new Map(tied.map((each) => [each.account.account, applied(each)]));
  const ofRows = tied.flatMap(({ rows }) => rowProblems(rows));
  if (ofRows.length > 0) return byAccount(() => ({ problems: ofRows }));
  const runs = runTiedAccounts(withOtherReceivers(tied.map((each) => ownFactsOf(each, today))));
  const facts = new Map(tied.map((each) => [each, factsOf(each.rows, today)]));
  const problems = tied.flatMap((each) => {
    const refusals = runs.get(each.account.account)?.refusals ?? [];
    return refusals.map((refusal) => {
      const problem = problemOf(refusal, each);
      return refusal.code === factRefusals.circle.code ? withCircle(problem, tied) : problem;
    });
  });
  if (problems.length === 0) {
    problems.push(...[...facts].flatMap(([each, own]) => folioProblems(each, own)));
  }
  if (problems.length > 0) return byAccount(() => ({ problems }));
  return byAccount((each) => {
    const run = runs.get(each.account.account);
    return { facts: facts.get(each) as Facts, lots: run?.book as Book };
  });
}

/** The same said of the other moves of the day by which lots would come back: each leads from an account that
 * receives on the day to one that gives. */
function withCircle(problem: FactProblem, tied: readonly AccountRows[]): FactProblem {
  const moves = tied.flatMap(({ rows }) => rows).filter((row) => isInForce(row));
  const { accountNumber: by, transactionId: id } = problem;
  const said = moves.find((row) => row.accountNumber === by && row.transactionId === id);
  const ofDay = moves.filter((row) => row.tradeOn === said?.tradeOn && row.toAccountNumber);
  const givers = new Set(ofDay.map(({ accountNumber }) => accountNumber));
  const receivers = new Set(ofDay.map(({ toAccountNumber }) => toAccountNumber));
  const others = ofDay.filter(
    (row) =>
      row !== said && receivers.has(row.accountNumber) && givers.has(row.toAccountNumber ?? ""),
  );
  return {
    ...problem,
    orElse: others.map(({ accountNumber, transactionId }) => {
      return { ...problem, accountNumber, transactionId };
    }),
  };
}

/** Faults of rows compared with each other. */
function rowProblems(rows: readonly TransactionRow[]): FactProblem[] {
  const own = rows.filter(({ receivedFrom }) => receivedFrom === undefined);
  return [
    ...takingBackProblems(own),
    ...reversalProblems(own),
    ...idProblems(rows),
    ...placeProblems(rows),
  ];
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
    const { accountNumber, transactionId } = row;
    const taken = target(row);
    if (taken === undefined) return [];
    const column = columnOf(row);
    const named = { accountNumber, transactionId, column };
    if (!isFact(taken)) return [{ ...named, reason: "It names a cancellation." }];
    const reason = "It takes back what takes it back.";
    return reached.has(row) ? [] : [{ ...named, reason }];
  });
}

/** By type, what a transaction may reverse; of a fee that is one which was charged, no refund. */
const reversed: Readonly<Record<string, { readonly type: string; readonly reason: string }>> = {
  DEP: { type: "WDL", reason: "A deposit reverses a withdrawal." },
  WDL: { type: "DEP", reason: "A withdrawal reverses a deposit." },
  FEE: { type: "FEE", reason: "A refund reverses a fee." },
};

function reversalProblems(rows: readonly TransactionRow[]): FactProblem[] {
  const known = new Map(rows.map((row) => [row.transactionId, row]));
  const reversals = Map.groupBy(
    rows.filter((row) => isInForce(row) && row.reverses !== null),
    ({ reverses }) => reverses,
  );
  return [...reversals].flatMap(([id, ofRow]) => {
    const original = id === null ? undefined : known.get(id);
    if (original === undefined) return [];
    let total = zero;
    return ofRow.flatMap(({ accountNumber, transactionId, transactionType, amount }) => {
      const named = { accountNumber, transactionId, column: "reverses" };
      const { type, reason } = reversed[transactionType] ?? {};
      if (!isInForce(original)) {
        return [{ ...named, reason: `Transaction ${id} is no longer in force.` }];
      }
      if (original.transactionType !== type || original.feeKind === "refund") {
        return [{ ...named, reason: reason ?? "" }];
      }
      total = sum([total, amount ?? zero]);
      if (compare(total, original.amount ?? zero) <= 0) return [];
      return [{ ...named, reason: `More comes back than the amount of transaction ${id}.` }];
    });
  });
}

const zero = "0" as Decimal;

function placeProblems(rows: readonly TransactionRow[]): FactProblem[] {
  const inForce = rows.filter(isInForce);
  const places = Map.groupBy(inForce, ({ tradeOn, entryOrder }) => `${tradeOn} ${entryOrder}`);
  return [...places.values()].flatMap(([first, ...others]) =>
    others.map((row) => {
      const said = { ...ownerOf(row), column: "entryOrder" };
      const reason = `Transaction ${first?.transactionId} of this day has the same place.`;
      if (first?.receivedFrom === undefined && row.receivedFrom === undefined) {
        return { ...said, reason };
      }
      const cure = "give one of them another place of the day";
      return ofEither(row, first as TransactionRow, { column: "entryOrder", cure, what: "place" });
    }),
  );
}

/** A received lot keeps its id, which no other transaction of the account may have. */
function idProblems(rows: readonly TransactionRow[]): FactProblem[] {
  if (!rows.some(({ receivedFrom }) => receivedFrom !== undefined)) return [];
  const ids = Map.groupBy(rows, ({ transactionId }) => transactionId);
  const cure = "give one of them another id";
  return [...ids.values()].flatMap(([first, ...others]) =>
    others.map((row) =>
      ofEither(row, first as TransactionRow, { column: "transactionId", cure, what: "id" }),
    ),
  );
}

interface Shared {
  readonly column: string;
  readonly cure: string;
  readonly what: "id" | "place";
}

/** The problem of two rows of an account of which one or both are received. */
function ofEither(
  row: TransactionRow,
  other: TransactionRow,
  { column, cure, what }: Shared,
): FactProblem {
  const sharedWith = (own: TransactionRow, existing: TransactionRow) => {
    const shared = what === "id" ? "this id" : "this place of the day";
    const reason =
      own.receivedFrom === undefined
        ? `Lots that are moved here, by transaction ${existing.transactionId}, have ${shared}.`
        : `In the receiving account, transaction ${existing.transactionId} has ${shared}.`;
    return { ...ownerOf(own), column, reason, cure };
  };
  return { ...sharedWith(row, other), orElse: [sharedWith(other, row)] };
}

function ownerOf({ accountNumber, receivedFrom, transactionId }: TransactionRow) {
  return { accountNumber: receivedFrom ?? accountNumber, transactionId };
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
  { account, rows }: AccountRows,
): FactProblem {
  const [name = ""] = field?.split(".") ?? [];
  const column = columnsOfReasons[code] ?? (columns[name] || name);
  const isOfNamed = code === factRefusals.namedHeld.code;
  const reason = [message, ...(isOfNamed ? endsOfNamed(transactionId, rows) : [])].join(" ");
  const isCircle = code === factRefusals.circle.code;
  return {
    accountNumber: account.account,
    transactionId,
    ...(column && { column }),
    reason,
    ...(isCircle && { cure: "let them come back on another day" }),
  };
}

/** The ends of the transactions whose lots one names: each that was taken back, with the
 * transaction that did that last. */
function endsOfNamed(transactionId: Id, rows: readonly TransactionRow[]): string[] {
  const naming = rows.find((row) => row.transactionId === transactionId);
  const { namedLots, namedMoves = [] } = naming ?? {};
  const moves = new Map(namedMoves.map((move) => [move.transactionId, move]));
  const lastTaker = lastTakersIn(rows);
  return (namedLots ?? []).flatMap(({ transactionId: named }) => {
    const own = lastTaker(named);
    const move = moves.get(named);
    const last = own?.transactionId ?? move?.lastTaker;
    if (last === undefined) return [];
    const isCancelled = own === undefined ? move?.isCancelled : !isInForce(own);
    return [`Transaction ${named} was ${isCancelled ? "cancelled" : "replaced"} by ${last}.`];
  });
}

/** Lots belong to the account, but a folio cannot give what it does not hold either. */
function folioProblems({ account: { account: accountNumber } }: AccountRows, { facts }: Facts) {
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
    const { transactionId } = fact;
    problems.push({ accountNumber, transactionId, column: "shares", reason });
  }
  return problems;
}
