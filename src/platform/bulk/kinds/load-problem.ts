// Faults of a folder that was to be loaded, with file, line, column and reason.
import { valueErrors } from "../../../values/errors.ts";
import type { Problem } from "../../../values/problem.ts";
import { counted } from "../../../values/readable.ts";

/** One fault of a load: its place and one sentence; line and column if they are known. */
export interface LoadProblem {
  readonly file: string;
  readonly line?: number;
  readonly column?: string;
  readonly reason: string;
  /** The value that is not accepted, masked where it is private, and what to do about it. */
  readonly value?: string;
  readonly cure?: string;
  /** The number of equal problems of the file's column further on. */
  readonly alike?: number;
}

/** The load is refused: the first hundred problems, and how many there are. Nothing is stored. */
export class LoadFault extends Error {
  readonly problems: readonly LoadProblem[];
  readonly count: number;

  constructor(problems: readonly LoadProblem[], count: number = problems.length) {
    super(`the folder was not loaded: ${counted(count, "problem")}`);
    this.name = "LoadFault";
    this.problems = problems;
    this.count = count;
  }
}

/** An impossible result of applied rows; `kind` is that of the line, if it is in another file
 * than the one being loaded. */
export interface RefusedRow extends Omit<LoadProblem, "file"> {
  readonly kind?: string;
}

/** Thrown by a kind once its rows are applied: their result is impossible, because of which line. */
export class RowsRefused extends Error {
  readonly problems: readonly RefusedRow[];

  constructor(problems: readonly RefusedRow[]) {
    super(`${counted(problems.length, "row is", "rows are")} refused`);
    this.name = "RowsRefused";
    this.problems = problems;
  }
}

/** Another load is running; only one runs at a time. */
export class LoadBusy extends Error {
  constructor() {
    super("Another load is running; one load runs at a time.");
    this.name = "LoadBusy";
  }
}

/** The number of problems shown. */
export const maxShown = 100;

/** The number of equal problems shown before the rest are only counted. */
const maxAlike = 3;

/** Problems as they are found: the first hundred are listed, but of equal ones only three; all are
 * counted. */
export interface ProblemLog {
  /** Notes a problem, or as many equal ones. */
  add(problem: LoadProblem, times?: number): void;
  isEmpty(): boolean;
  /** Throws a LoadFault when there is any problem. */
  refuse(): void;
}

/** An empty log of problems. */
export function openProblemLog(): ProblemLog {
  const shown: LoadProblem[] = [];
  const groups = new Map<string, { shown: number; last: number; alike: number }>();
  let count = 0;
  return {
    add(problem, times = 1) {
      count += times;
      const { file, column, reason, value } = problem;
      const key = JSON.stringify([file, column, reason, value]);
      const group = groups.get(key);
      const isShown = shown.length < maxShown && (group?.shown ?? 0) < maxAlike;
      if (isShown) shown.push(problem);
      const last = isShown ? shown.length - 1 : group?.last;
      // A group that is not shown is dropped, so that memory stays flat.
      if (last === undefined) return;
      groups.set(key, {
        shown: (group?.shown ?? 0) + (isShown ? 1 : 0),
        last,
        alike: (group?.alike ?? 0) + times - (isShown ? 1 : 0),
      });
    },
    isEmpty: () => count === 0,
    refuse() {
      if (count === 0) return;
      const alike = new Map([...groups.values()].map((group) => [group.last, group.alike]));
      const problems = shown.map((problem, at) => {
        const more = alike.get(at) ?? 0;
        return more > 0 ? { ...problem, alike: more } : problem;
      });
      throw new LoadFault(problems, count);
    },
  };
}

const sentences = new Map<string, string>(
  Object.values(valueErrors).map(({ code, sentence }) => [code, sentence]),
);

/** A decoding problem as a sentence for the person who prepares the file. */
export function problemReason(problem: Problem): string {
  if (problem.type !== "VALIDATION_FIELD") return problem.message ?? "The value is not accepted.";
  const { errorCode } = problem;
  if (errorCode.startsWith("null.")) return "A value is required.";
  // A day out of reach says which days are accepted.
  if (errorCode === valueErrors.date.code && problem.message !== undefined) return problem.message;
  return sentences.get(errorCode) ?? `The value is not accepted (${errorCode}).`;
}
