// The days of which files state positions and cash.
import type { Reading } from "@bursar/custodian-files";
import type { LoadProblem } from "../../../platform/bulk/kinds/load-problem.ts";
import { counted } from "../../../values/readable.ts";

/** The problem of each file whose positions or cash have no day. */
export function withoutDay({ positions, lots, balances }: Reading): LoadProblem[] {
  const undated = [...positions, ...lots, ...balances].filter(({ on }) => on === undefined);
  const byFile = Map.groupBy(undated, ({ file }) => file);
  return [...byFile].flatMap(([file, [first]]): LoadProblem[] => {
    if (first === undefined) return [];
    const reason = "The file does not say of which day it is.";
    return [{ file, line: first.line, reason, cure: "give the day by --day" }];
  });
}

/** The problem of files that state more days than an import may compare; there is none without a bound. */
export function tooManyDays(
  { positions, lots, balances }: Reading,
  most: number | undefined,
): LoadProblem[] {
  const stated = [...positions, ...lots, ...balances];
  const days = new Set(stated.map(({ on }) => on));
  const [first] = stated;
  if (first === undefined || most === undefined || days.size <= most) return [];
  const { file, line } = first;
  const reason = `The files state positions or cash of ${counted(days.size, "day")}; an import by request has at most ${most}.`;
  return [{ file, line, reason, cure: "send fewer days, or import them by bursar import" }];
}
