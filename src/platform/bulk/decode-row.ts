// Decodes the raw fields of a row and tells what is wrong with them by themselves.
import { type Day, earliestDay } from "../../values/dates.ts";
import type { Problem } from "../../values/problem.ts";
import type { RowProblem, RowRule } from "../../values/row-rule.ts";
import { checkShape } from "../../values/shape-rule.ts";
import { decodeSoundFields, type RawObject } from "../../values/wire.ts";
import { toldCell } from "./cell-problems.ts";
import type { LoadedRow, LoadKind } from "./load-kind.ts";
import { reasonOf } from "./load-problem.ts";

/** A row as far as it could be decoded. */
export interface DecodedFields {
  readonly row: LoadedRow;
  /** Whether the row withdraws the stored one with the same key. */
  readonly isWithdrawal: boolean;
  readonly problems: readonly RowProblem[];
}

/** Decodes a row by the columns of its kind; `today` is the day of the load in New York. */
export function decodeRow(kind: LoadKind, fields: RawObject, today: Day): DecodedFields {
  const { schema, withdrawal } = kind;
  const found: Problem[] = [];
  if (withdrawal === undefined || fields.withdrawn !== "Y") {
    const row = decodeSoundFields(schema, fields, found) as LoadedRow;
    const told = found.map((problem) => asRowProblem(kind, fields, problem));
    const problems = [...told, ...daysOutOfReach(kind, row, today)];
    return { row, isWithdrawal: false, problems };
  }
  const given = Object.entries(fields);
  const isValue = ([name]: [string, unknown]) =>
    name in schema.properties && !(name in withdrawal.properties);
  const ofKey = Object.fromEntries(given.filter((entry) => !isValue(entry)));
  const row = decodeSoundFields(withdrawal, ofKey, found) as LoadedRow;
  const surplus = given.filter(isValue).map(([column]) => ({
    column,
    reason: "A row that withdraws another has its key alone.",
  }));
  const told = found.map((problem) => asRowProblem(kind, fields, problem));
  return { row, isWithdrawal: true, problems: [...told, ...surplus] };
}

/** What is wrong with a row as far as the sound columns show it. */
export function rowFaults(
  rules: readonly RowRule[],
  row: LoadedRow,
  failed: readonly (string | undefined)[],
): readonly RowProblem[] {
  const found = failed.flatMap((field) => (field === undefined ? [] : [{ field }]));
  return checkShape(rules, row, undefined, found);
}

function asRowProblem(kind: LoadKind, fields: RawObject, problem: Problem): RowProblem {
  const reason = reasonOf(problem);
  if (!("field" in problem)) return { reason };
  const { field } = problem;
  return { column: field, reason, ...toldCell(kind, field, fields[field]) };
}

/** What is wrong with the days of what is said to have happened. */
function daysOutOfReach({ pastDays = [] }: LoadKind, row: LoadedRow, today: Day): RowProblem[] {
  return pastDays.flatMap((column) => {
    const day = row[column];
    if (typeof day !== "string") return [];
    if (day < earliestDay) return [{ column, reason: `It is before ${earliestDay}.` }];
    return day > today ? [{ column, reason: `It is after today, ${today}.` }] : [];
  });
}
