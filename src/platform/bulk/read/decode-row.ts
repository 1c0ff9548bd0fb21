// Decodes the raw fields of a row and reports the problems that each has by itself.
import { type Day, earliestDay } from "@bursar/values/dates";
import type { JsonValue } from "../../../values/json.ts";
import { type Problem, unrecognized } from "../../../values/problem.ts";
import type { RowFacts, RowProblem, RowRule } from "../../../values/row-rule.ts";
import { checkShape } from "../../../values/shape-rule.ts";
import { decodeSoundFields, isRawObject, type RawObject } from "../../../values/wire.ts";
import { problemReason } from "../kinds/load-problem.ts";
import type { LoadedRow, LoadKind } from "../load-kind.ts";
import { masked, shownCell } from "./cell-problems.ts";
import type { RawRow } from "./read-rows.ts";

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
    const days = daysToCome(kind, row, today);
    if (found.length === 0) return { row, isWithdrawal: false, problems: days };
    const ofFields = found.map((problem) => asRowProblem(kind, fields, problem));
    return { row, isWithdrawal: false, problems: [...ofFields, ...days] };
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
  const ofFields = found.map((problem) => asRowProblem(kind, fields, problem));
  return { row, isWithdrawal: true, problems: [...ofFields, ...surplus] };
}

/** Faults of a row as far as the sound columns show it. */
export function rowFaults(
  rules: readonly RowRule[],
  row: LoadedRow,
  failed: readonly (string | undefined)[],
  about: RowFacts,
): readonly RowProblem[] {
  const found = failed.flatMap((field) => (field === undefined ? [] : [{ field }]));
  return checkShape(rules, row, about, found);
}

/** Every fault of a row by itself, beginning with what was found in reading it;
 * rules judge it as far as its sound columns show it. */
export function rowProblems(
  { rules }: LoadKind,
  { problems: read, absent = [] }: Pick<RawRow, "problems" | "absent">,
  { row, isWithdrawal, problems }: DecodedFields,
  about: RowFacts,
): readonly RowProblem[] {
  const isJudged = rules !== undefined && !isWithdrawal;
  if (read.length + absent.length + problems.length === 0) {
    return isJudged ? rowFaults(rules, row, [], about) : [];
  }
  const known = [...read.map(({ column }) => column), ...absent];
  const bad = problems.filter(({ reason }) => reason !== unrecognized);
  const failed = [...known, ...bad.map(({ column }) => column)];
  return [
    ...read,
    ...problems.filter(({ column }) => !known.includes(column)),
    ...(isJudged ? rowFaults(rules, row, failed, about) : []),
  ];
}

function asRowProblem(kind: LoadKind, fields: RawObject, problem: Problem): RowProblem {
  const reason = problemReason(problem);
  if (!("field" in problem)) return { reason };
  const { field } = problem;
  return { column: field, reason, ...shownCell(kind, field, valueAt(fields, field)) };
}

/** The value at the path of a field: `primaryAddress.line1`, `telephones[0].number`. */
function valueAt(fields: RawObject, path: string): JsonValue | undefined {
  return path.split(/[.[\]]+/).reduce<JsonValue | undefined>((within, name) => {
    if (name === "" || within === undefined) return within;
    if (Array.isArray(within)) return within[Number(name)];
    return isRawObject(within) ? within[name] : undefined;
  }, fields);
}

/** Faults of days that are said to be past and are not. */
function daysToCome(kind: LoadKind, row: LoadedRow, today: Day): RowProblem[] {
  const found: RowProblem[] = [];
  for (const column of kind.pastDays ?? []) {
    const day = row[column];
    if (typeof day !== "string") continue;
    if (day <= today) continue;
    const value = kind.privateFields?.includes(column) ? masked(day) : day;
    const cure = `write a day from ${earliestDay} to ${today}`;
    found.push({ column, reason: `It is after today, ${today}.`, value, cure });
  }
  return found;
}
