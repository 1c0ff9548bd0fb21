// The life of a statement run. (docs/statements.md)
import { lifeCycle, type Mover, mayMove, none } from "../../../values/life-cycle.ts";

const firms: readonly Mover[] = ["institutional", "operator"];
const through = ["updateStatementRun"] as const;

/** The life cycle of a statement run. */
export const statementRunLifeCycle = lifeCycle({
  name: "statement run",
  states: ["BUILDING", "REVIEW", "RELEASED", "DISCARDED"],
  transitions: [
    {
      from: [none],
      to: ["BUILDING"],
      by: firms,
      through: ["createStatementRun"],
      needs: "the books reach the end of the period; a firm creates runs of returns alone",
    },
    {
      from: ["BUILDING"],
      to: ["REVIEW"],
      by: ["sweep"],
      through: ["endBuilding"],
      needs: "every account is drawn",
    },
    {
      from: ["REVIEW"],
      to: ["RELEASED"],
      by: firms,
      through,
      needs: "another person than the one who created it, and every sum closes",
    },
    { from: ["BUILDING", "REVIEW"], to: ["DISCARDED"], by: firms, through },
  ],
});

/** The status of a statement run. */
export type StatementRunStatus = (typeof statementRunLifeCycle.states)[number];

/** Whether somebody may move a run by an update. */
export function mayMoveRun(step: {
  readonly from: StatementRunStatus;
  readonly to: StatementRunStatus;
  readonly by: Mover;
}): boolean {
  return mayMove(statementRunLifeCycle, { ...step, through: "updateStatementRun" });
}
