// Reads of activity for other resources: how transactions are named, and a stored one as it was
// booked.
import type { Id } from "@bursar/values/ids";
import type { Reader } from "../../../platform/store/db.ts";
import type { NewTransaction } from "../account-books/changes.ts";
import { type Categorized, categoryOf } from "./categories.ts";
import { selectColumnsOf } from "./csv-queries.ts";

export type { Categorized } from "./categories.ts";

/** The names of a transaction's category and sub category, as lists of activity show them. */
export function categoryNamesOf(row: Categorized): {
  readonly category: string;
  readonly name: string;
} {
  const { category, name } = categoryOf(row);
  return { category, name };
}

/** Columns that say which row it is, not what it books. */
const ofRow: ReadonlySet<string> = new Set(["accountNumber", "transactionId", "replaces"]);

/** A stored transaction as it could be booked again, without its id and what it took back itself. It names no lots. */
export async function transactionAsBooked(
  db: Reader,
  accountNumber: string,
  transactionId: Id,
): Promise<NewTransaction> {
  const columns = await selectColumnsOf(db, accountNumber, transactionId);
  const { lots: _, namedLots: __, ...plain } = columns;
  const stated = Object.entries(plain).filter(
    ([name, value]) => value !== null && !ofRow.has(name),
  );
  return Object.fromEntries(stated) as unknown as NewTransaction;
}
