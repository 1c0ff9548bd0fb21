// Every row of the engines' bench, group by group.
import { computeRows } from "./compute-rows.ts";
import { lotRows } from "./lot-rows.ts";
import type { BenchRow } from "./row.ts";
import { statementRows } from "./statement-rows.ts";
import { unitValueRows } from "./unit-value-rows.ts";

/** The rows in the order of the table. */
export const rows: readonly BenchRow[] = [
  ...lotRows,
  ...unitValueRows,
  ...statementRows,
  ...computeRows,
];
