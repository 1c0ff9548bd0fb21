// What other resources may read of activity: how transactions are named, and a stored one as it would be loaded.
import { type Categorized, categoryOf } from "./categories.ts";

export type { Categorized } from "./categories.ts";
export { selectColumnsOf } from "./csv-queries.ts";

/** The names of a transaction's category and sub category, as lists of activity show them. */
export function categoryNamesOf(row: Categorized): {
  readonly category: string;
  readonly name: string;
} {
  const { category, name } = categoryOf(row);
  return { category, name };
}
