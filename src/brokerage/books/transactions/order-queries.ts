// The types of transactions that precede the trades of their day, and the types that concern whole positions: as tests
// of rows, and as conditions of statements. (docs/tax-lots.md)
import { declared, joined, literal } from "../../../platform/store/declared-sql.ts";

const beforeTrades = ["SPL", "MRG", "SPO", "ROC", "SYM", "BAS", "STU", "AVE", "AVR", "AVX"];
const ofWholePositions = ["SPL", "MRG", "SPO", "ROC", "SYM", "WLS"];

interface Typed {
  readonly transactionType: string;
  readonly shares: string | null;
}

/** Whether a row is a merger of the shares that it names alone. */
function isOfPart({ transactionType, shares }: Typed): boolean {
  return transactionType === "MRG" && shares !== null;
}

/** Whether a row goes before the trades of its day, as corporate events, adjustments and elections do. */
export function isBeforeTrades(row: Typed): boolean {
  return beforeTrades.includes(row.transactionType) && !isOfPart(row);
}

/** Whether a row concerns whole positions, whichever folios hold them. */
export function isOfPositions(row: Typed): boolean {
  return ofWholePositions.includes(row.transactionType) && !isOfPart(row);
}

/** Whether a row `t` goes with the trades of its day, for a statement. */
export const isBehindEvents = declared`(
  t.transaction_type not in (${joined(beforeTrades.map(literal))})
  or (t.transaction_type = 'MRG' and t.shares is not null))`;

/** Whether a row `t` is of a type that may concern whole positions, for a statement. */
export const mayConcernPositions = declared`
  t.transaction_type in (${joined(ofWholePositions.map(literal))})`;

/** The account that is read, if it is one: its number is named of each table, so that a distributed store asks only
 * the node on which it lies. An index that it could use as well would mislead the planner of one server. */
export function onlyOf(accountNumbers: readonly string[]): string | undefined {
  return new Set(accountNumbers).size === 1 ? accountNumbers[0] : undefined;
}
