// Moves of lots that an account lists and another one has, in their places among its own rows.
// (docs/tax-lots.md, "Lots moved inside the firm")
import type { Reader } from "../../../platform/store/db.ts";
import type { TransactionRow } from "./facts.ts";
import {
  type ReceivedMove,
  selectGivers,
  selectReceived,
  selectReceivers,
} from "./moves-queries.ts";

/** Adds to the rows of accounts, each account's in the order of facts, what others have moved to them. */
export async function withReceived(
  db: Reader,
  accountNumbers: readonly string[],
  rows: readonly TransactionRow[],
): Promise<readonly TransactionRow[]> {
  const received = await selectReceived(db, accountNumbers);
  if (received.length === 0) return rows;
  const own = Map.groupBy(rows, numberOf);
  const moves = Map.groupBy(received, numberOf);
  return accountNumbers.flatMap((number) => merged(own.get(number) ?? [], moves.get(number) ?? []));
}

function numberOf({ accountNumber }: { readonly accountNumber: string }): string {
  return accountNumber;
}

function merged(
  own: readonly TransactionRow[],
  received: readonly ReceivedMove[],
): readonly TransactionRow[] {
  const rows = [...own];
  for (const move of received) {
    const row: TransactionRow = { ...nothingElse, ...move };
    const at = rows.findIndex((each) => isBehind(each, row));
    rows.splice(at === -1 ? rows.length : at, 0, row);
  }
  return rows;
}

const eventTypes: ReadonlySet<string> = new Set(
  ["SPL", "MRG", "SPO", "ROC", "SYM"].concat(["BAS", "STU", "AVE", "AVR", "AVX"]),
);

/** Whether a row stands behind a move in the order of facts; cancellations stand behind all. */
function isBehind(row: TransactionRow, move: TransactionRow): boolean {
  if (row.tradeOn === null || move.tradeOn === null) return true;
  if (row.tradeOn !== move.tradeOn) return row.tradeOn > move.tradeOn;
  const isPart = row.transactionType === "MRG" && row.shares !== null;
  if (eventTypes.has(row.transactionType) && !isPart) return false;
  const places = (row.entryOrder ?? 0) - (move.entryOrder ?? 0);
  return places > 0 || (places === 0 && BigInt(row.transactionId) > BigInt(move.transactionId));
}

/** What a move does not say to the account that receives. */
const nothingElse = {
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
