// The status of a fee run, and what of it waits for a decision, as tags.
import { type FeeRun, runKinds, runStatuses, warningTexts } from "../../data/fee-codes.ts";
import { day, directionOf } from "../../data/texts.ts";
import { Icon } from "../../parts/icon.tsx";

const tones: Readonly<Record<FeeRun["runStatus"], string>> = {
  COMPUTING: "tag blue",
  PREVIEW: "tag warn",
  APPROVED: "tag blue",
  POSTING: "tag blue",
  POSTED: "tag good",
  REVERSING: "tag warn",
  REVERSED: "tag",
  DISCARDED: "tag",
};

/** The status of a run. */
export function RunStatus({ of: { runStatus } }: { readonly of: Pick<FeeRun, "runStatus"> }) {
  return <span className={tones[runStatus]}>{runStatuses[runStatus]}</span>;
}

/** Tags of a posted run: fees that were not collected, and fees that later facts would change. */
export function Attention({ of: { due, runStatus, warnings } }: { readonly of: FeeRun }) {
  if (runStatus !== "POSTED") return null;
  return (
    <>
      {directionOf(due) !== "even" && (
        <span className="tag bad">
          <Icon name="alert" />
          Past due
        </span>
      )}
      {warnings.changed !== undefined && <span className="tag">{warningTexts.changed.name}</span>}
    </>
  );
}

/** The name of a run. */
export function nameOfRun({ kind, periodEnd }: Pick<FeeRun, "kind" | "periodEnd">): string {
  return `${runKinds[kind]}, period ending ${day(periodEnd)}`;
}
