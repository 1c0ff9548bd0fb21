// Releasing a statement run, or discarding it.
import { bursar, type Shapes } from "../../data/service.ts";
import type { StatementRun } from "../../data/statement-reads.ts";
import { grouped } from "../../data/texts.ts";
import { ChangeForm } from "../../parts/change-form.tsx";

/** The decisions that a person may take. */
export type Decision = Shapes["StatementRunUpdate"]["runStatus"];

interface TakeDecisionProps {
  readonly run: StatementRun;
  readonly firmId: string;
  readonly to: Decision;
  readonly name: string;
  readonly done: () => void;
}

/** The form of a decision, which is checked as it opens. */
export function TakeDecision({ run, firmId, to, name, done }: TakeDecisionProps) {
  const { runOid, documents } = run;
  const isRelease = to === "RELEASED";
  return (
    <ChangeForm
      name={`statement run ${runOid} ${to}`}
      values={{ runStatus: to }}
      send={(body, how) =>
        bursar.put("/restapi/firms/{firmid}/statementruns/{runoid}", {
          params: { path: { firmid: firmId, runoid: runOid } },
          body,
          ...how,
        })
      }
      renews={["statement runs"]}
      done={done}
      action={name}
      isDanger={!isRelease}
      isRehearsedAtOnce
    >
      <p className="small muted">
        {isRelease
          ? `${grouped(documents, 0)} documents go to their owners and stay as they are.`
          : "What was drawn is removed. No owner has seen it."}
      </p>
    </ChangeForm>
  );
}
