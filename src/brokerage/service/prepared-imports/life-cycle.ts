// The life of a prepared import. (docs/importing.md)
import { lifeCycle, type Mover, mayMove, none } from "../../../values/life-cycle.ts";

const firms: readonly Mover[] = ["institutional", "operator"];

/** The life cycle of a prepared import. */
export const preparedImportLifeCycle = lifeCycle({
  name: "prepared import",
  states: ["OPEN", "READY", "RELEASED", "DISCARDED", "EXPIRED"],
  transitions: [
    {
      from: [none],
      to: ["OPEN", "READY"],
      by: firms,
      through: ["prepareImport"],
      needs: "ready if no question is open and no row is refused",
    },
    {
      from: ["OPEN", "READY"],
      to: ["OPEN", "READY"],
      by: firms,
      through: ["completeImport"],
      needs: "the same; only the operator completes what it has prepared, and only a firm its own",
    },
    {
      from: ["READY"],
      to: ["RELEASED"],
      by: ["operator"],
      through: ["decideImport"],
      needs:
        "another person than those who prepared and completed it, where a firm did; nothing has become something else since it was reviewed",
    },
    { from: ["OPEN", "READY"], to: ["DISCARDED"], by: firms, through: ["decideImport"] },
    {
      from: ["OPEN", "READY"],
      to: ["EXPIRED"],
      by: ["sweep"],
      through: ["expireImport"],
      needs: "30 days have passed since it was prepared",
    },
  ],
});

/** The status of a prepared import. */
export type PreparedImportStatus = (typeof preparedImportLifeCycle.states)[number];

/** Whether somebody may decide on an import so. */
export function mayDecideImport(step: {
  readonly from: PreparedImportStatus;
  readonly to: PreparedImportStatus;
  readonly by: Mover;
}): boolean {
  return mayMove(preparedImportLifeCycle, { ...step, through: "decideImport" });
}

/** Whether it can still be completed and decided on. */
export function isUndecided(status: PreparedImportStatus): boolean {
  return status === "OPEN" || status === "READY";
}
