// What is wrong with a folder that was to be loaded, with file, line, column and reason.
import { valueErrors } from "../../values/errors.ts";
import type { Problem } from "../../values/problem.ts";

/** One fault of a load: its place and one sentence; line and column if they are known. */
export interface LoadProblem {
  readonly file: string;
  readonly line?: number;
  readonly column?: string;
  readonly reason: string;
}

/** The load is refused: the first hundred problems, and how many there are. Nothing is stored. */
export class LoadFault extends Error {
  readonly problems: readonly LoadProblem[];
  readonly count: number;

  constructor(problems: readonly LoadProblem[], count: number = problems.length) {
    super(`the folder was not loaded: ${count} ${count === 1 ? "problem" : "problems"}`);
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
    super(`${problems.length} rows are refused`);
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

/** How many problems are shown. */
export const maxShown = 100;

/** Problems as they are found: the first hundred are kept, all are counted. */
export interface ProblemLog {
  add(problem: LoadProblem): void;
  /** Counts problems that are not shown. */
  addUnseen(problems: number): void;
  /** Throws a LoadFault when there is any problem. */
  refuse(): void;
}

/** An empty log of problems. */
export function openProblemLog(): ProblemLog {
  const shown: LoadProblem[] = [];
  let count = 0;
  return {
    add(problem) {
      count += 1;
      if (shown.length < maxShown) shown.push(problem);
    },
    addUnseen(problems) {
      count += problems;
    },
    refuse() {
      if (count > 0) throw new LoadFault(shown, count);
    },
  };
}

const sentences = new Map<string, string>(
  Object.values(valueErrors).map(({ code, sentence }) => [code, sentence]),
);

/** A decoding problem as a sentence for the person who prepares the file. */
export function reasonOf(problem: Problem): string {
  if (problem.type !== "VALIDATION_FIELD") return problem.message ?? "The value is not accepted.";
  const { errorCode } = problem;
  if (errorCode.startsWith("null.")) return "A value is required.";
  return sentences.get(errorCode) ?? `The value is not accepted (${errorCode}).`;
}
