// The summary of a run of mutants.
import type { Outcome } from "./trial.ts";

/** The results of the mutants; `explained` ones are not tried. */
export interface Trials {
  readonly all: number;
  readonly explained: number;
  readonly outcomes: readonly Outcome[];
}

/** The lines that a run ends with; one that was stopped names what it has not tried. */
export function summaryOf({ all, explained, outcomes }: Trials): string[] {
  const killed = outcomes.filter((outcome) => outcome === "killed").length;
  const untried = all - explained - outcomes.length;
  const tried = Math.max(outcomes.length, 1);
  return [
    `${killed} of ${outcomes.length} tried are killed (${((100 * killed) / tried).toFixed(1)} %),`,
    `${explained} of ${all} explained in scripts/mutants/accepted.ts and not tried,`,
    ...(untried > 0 ? [`${untried} not tried, since the run was stopped,`] : []),
    `${outcomes.length - killed} left`,
  ];
}

/** Whether a run has shown that tests notice every mutant that is not explained. */
export function isEachNoticed({ all, explained, outcomes }: Trials): boolean {
  const isComplete = outcomes.length === all - explained;
  return isComplete && outcomes.every((outcome) => outcome === "killed");
}
