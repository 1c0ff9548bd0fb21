// Rules over the rows of a loaded file, applied to what could be decoded of a row.
import type { Day } from "@bursar/values/dates";
import { entryRules, type ShapeRule, shapeRules } from "./shape-rule.ts";

/** Something wrong with a row, by the name of the file's column. */
export interface RowProblem {
  readonly column?: string;
  readonly reason: string;
  /** The value that is not accepted, masked where it is private, and what to do about it. */
  readonly value?: string;
  readonly cure?: string;
}

/** The facts about a row besides its fields that a rule may use. */
export interface RowFacts {
  /** The day of the load in New York. */
  readonly today: Day;
}

/** A rule over what could be decoded of a row. */
export type RowRule = ShapeRule<RowProblem, RowFacts>;

/** Makes rules over rows of a file; a rule can read only the columns that it names. */
export function rowRules<Row>() {
  return shapeRules<Row, RowProblem, RowFacts>();
}

/** Makes rules over the entries of one list column; each can read only what it names. */
export function rowEntryRules<Row>() {
  return entryRules<Row, RowProblem, RowFacts>();
}
