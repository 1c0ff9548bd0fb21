// Moves of lots that an account lists and another one has, in their places among its own rows.
// (docs/tax-lots.md, "Lots moved inside the firm")
import type { Id } from "@bursar/values/ids";
import type { Reader } from "../../../platform/store/db.ts";
import { transactionTypes } from "../../../reference/codes.ts";
import { lastTakersIn, type MoveTakenBack, type TransactionRow } from "./facts.ts";
import {
  type ReceivedMove,
  selectGivers,
  selectMovesTakenBack,
  selectReceived,
  selectReceivedAt,
  selectReceivers,
  selectTakers,
} from "./moves-queries.ts";
import { isBeforeTrades } from "./order-queries.ts";

/** Adds to the rows of accounts, each account's in the order of facts, what others have moved to them; and
 * to rows that name lots of moves that were taken back, what has become of these. */
export async function withReceived(
  db: Reader,
  accountNumbers: readonly string[],
  ownRows: readonly TransactionRow[] | Promise<readonly TransactionRow[]>,
): Promise<readonly TransactionRow[]> {
  const [received, rows] = await Promise.all([selectReceived(db, accountNumbers), ownRows]);
  const moves = Map.groupBy(received, accountNumberOf);
  const own = Map.groupBy(await withNamedMoves(db, rows, moves), accountNumberOf);
  return accountNumbers.flatMap((number) =>
    mergeReceived(own.get(number) ?? [], (moves.get(number) ?? []).map(rowOfReceived)),
  );
}

/** Says of each row what has become of the moves that it names and that its account lists no longer. */
async function withNamedMoves(
  db: Reader,
  rows: readonly TransactionRow[],
  received: ReadonlyMap<string, readonly ReceivedMove[]>,
): Promise<readonly TransactionRow[]> {
  const naming = rows.filter(({ namedLots }) => namedLots !== null);
  if (naming.length === 0) return rows;
  const own = Map.groupBy(rows, accountNumberOf);
  const unlisted = new Map<TransactionRow, readonly Id[]>();
  for (const [number, ofNumber] of Map.groupBy(naming, accountNumberOf)) {
    const all = [...(own.get(number) ?? []), ...(received.get(number) ?? [])];
    const listed = new Set(all.map(({ transactionId }) => transactionId));
    for (const row of ofNumber) {
      const names = row.namedLots?.map(({ transactionId }) => transactionId) ?? [];
      const others = names.filter((id) => !listed.has(id));
      if (others.length > 0) unlisted.set(row, others);
    }
  }
  if (unlisted.size === 0) return rows;
  const numbers = [...new Set([...unlisted.keys()].map(accountNumberOf))];
  const ends = await selectEnds(db, numbers, [...new Set([...unlisted.values()].flat())]);
  return rows.map((row) => {
    const ofAccount = ends.get(row.accountNumber);
    const named = unlisted.get(row)?.flatMap((id) => ofAccount?.get(id) ?? []) ?? [];
    return named.length === 0 ? row : { ...row, namedMoves: named };
  });
}

/** By account and id, what has become of moves to it that were taken back. */
async function selectEnds(
  db: Reader,
  accountNumbers: readonly string[],
  transactionIds: readonly Id[],
): Promise<ReadonlyMap<string, ReadonlyMap<Id, MoveTakenBack>>> {
  const ends = new Map<string, Map<Id, MoveTakenBack>>();
  const moves = await selectMovesTakenBack(db, accountNumbers, transactionIds);
  if (moves.length === 0) return ends;
  const givers = [...new Set(moves.map(({ receivedFrom }) => receivedFrom))];
  const takers = Map.groupBy(await selectTakers(db, givers), accountNumberOf);
  for (const { accountNumber, receivedFrom, transactionId } of moves) {
    const last = lastTakersIn(takers.get(receivedFrom) ?? [])(transactionId);
    const ofAccount = ends.getOrInsertComputed(accountNumber, () => new Map());
    // Two may have moved lots here under one id, one after the other.
    if (last === undefined || ofAccount.get(transactionId)?.isReceived) continue;
    ofAccount.set(transactionId, {
      transactionId,
      lastTaker: last.transactionId,
      isCancelled: transactionTypes.find(last.transactionType)?.fact === undefined,
      isReceived: last.toAccountNumber === accountNumber,
    });
  }
  return ends;
}

/** The number of the account of a record. */
export function accountNumberOf({ accountNumber }: { readonly accountNumber: string }): string {
  return accountNumber;
}

/** Adds to the rows of an account, in the order of facts, what others had moved to it at a version. */
export async function withReceivedAt(
  db: Reader,
  accountNumber: string,
  version: string,
  rows: readonly TransactionRow[],
): Promise<readonly TransactionRow[]> {
  const moves = await selectReceivedAt(db, accountNumber, version);
  return mergeReceived(rows, moves.map(rowOfReceived));
}

/** A move as a row of the account that receives: the shares that it gets, and nothing of the other one. */
export function rowOfReceived(move: ReceivedMove): TransactionRow {
  return { ...nothingElse, ...move };
}

/** Puts rows of lots received among an account's own, which are in the order of facts. */
export function mergeReceived<Row extends TransactionRow>(
  own: readonly Row[],
  received: readonly Row[],
): readonly Row[] {
  const rows = [...own];
  for (const row of received) {
    const at = rows.findIndex((each) => isBehind(each, row));
    rows.splice(at === -1 ? rows.length : at, 0, row);
  }
  return rows;
}

/** Whether a row stands behind a move in the order of facts; cancellations stand behind all. */
function isBehind(row: TransactionRow, move: TransactionRow): boolean {
  if (row.tradeOn === null || move.tradeOn === null) return true;
  if (row.tradeOn !== move.tradeOn) return row.tradeOn > move.tradeOn;
  if (isBeforeTrades(row)) return false;
  const places = (row.entryOrder ?? 0) - (move.entryOrder ?? 0);
  return places > 0 || (places === 0 && BigInt(row.transactionId) > BigInt(move.transactionId));
}

/** The columns that a move does not give the account that receives; nor does a promise. */
export const nothingElse = {
  accountType: "",
  // The version in which it was accepted is that of the giving account.
  acceptedVersion: "0",
  exOn: null,
  price: null,
  fees: null,
  netAmount: null,
  accruedInterest: null,
  amount: null,
  federalTaxWithholding: null,
  stateTaxWithholding: null,
  withholdingState: null,
  foreignTaxWithholding: null,
  withholdingCountry: null,
  lots: null,
  donorAcquiredOn: null,
  donorBasis: null,
  diedOn: null,
  intoSecurityId: null,
  ratioNew: null,
  ratioOld: null,
  cashPerShare: null,
  newShareValue: null,
  childValue: null,
  parentValue: null,
  reliefMethod: null,
  namedLots: null,
  part: null,
  childPart: null,
  newShares: null,
  holdingDays: null,
  planSince: null,
  toAccountNumber: null,
  toFolioNumber: null,
  feePaidBy: null,
  feeKind: null,
  reverses: null,
  takesBack: null,
  isTakenBack: false,
  defaultMethod: null,
  shortTermTaxRate: null,
  longTermTaxRate: null,
} as const;

/** Some accounts and those that depend on them: to which lots were ever moved from them, or from one to
 * which they were; in order of number. */
export async function withReceivers(
  db: Reader,
  accountNumbers: readonly string[],
): Promise<string[]> {
  const all = new Set(accountNumbers);
  for (let last = [...all]; last.length > 0; ) {
    const next = (await selectReceivers(db, last)).filter((number) => !all.has(number));
    for (const number of next) all.add(number);
    last = next;
  }
  return [...all].toSorted();
}

/** By account, those from which lots were ever moved to it, however far back. */
export async function selectEverGivers(
  db: Reader,
  accountNumbers: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = new Map<string, readonly string[]>();
  for (const number of accountNumbers) {
    const all = new Set([number]);
    for (let last = [number]; last.length > 0; ) {
      const next = (await selectGivers(db, last)).filter((each) => !all.has(each));
      for (const each of next) all.add(each);
      last = next;
    }
    all.delete(number);
    if (all.size > 0) found.set(number, [...all]);
  }
  return found;
}
