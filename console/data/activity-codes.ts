// Categories and statuses of transactions, for the activity pages only.
import categories from "../../src/reference/codes/transaction-category.csv";
import { listOf } from "./codes.ts";
import type { Shapes } from "./service.ts";
import { words } from "./texts.ts";

type Entry = Shapes["TransactionEntry"];

/** Each category with its sub categories, in the order of the service's list. */
export const categoryGroups: readonly (readonly [string, readonly string[]])[] = grouped();

function grouped(): readonly (readonly [string, readonly string[]])[] {
  const found = new Map<string, string[]>();
  for (const { name, others } of listOf(categories).values()) {
    const category = others?.category ?? "";
    found.set(category, [...(found.get(category) ?? []), name]);
  }
  return [...found];
}

/** The name of a sub category: PRIVATE PLACEMENT becomes Private placement. */
export function subCategoryName(name: string): string {
  return name === "ACH" ? name : words(name);
}

/** Names of the statuses of transactions. */
export const statusNames: Readonly<Record<Entry["status"], string>> = {
  IN_FORCE: "Posted",
  CANCELLED: "Canceled",
  REPLACED: "Corrected",
};

/** The statuses by which transactions are filtered. */
export const statusFilters = [
  ["", "Posted"],
  ["cancelled", "Canceled"],
  ["replaced", "Corrected"],
  ["all", "All statuses"],
] as const;
