// The next step of a run in a sandbox, whose second person decides.
import { useState } from "react";
import { bursar } from "../../data/service.ts";
import type { StatementRun } from "../../data/statement-reads.ts";
import { ChangeForm } from "../../parts/change-form.tsx";
import { Dialog } from "../../parts/dialog.tsx";

interface SimulateProps {
  readonly run: StatementRun;
  readonly firmId: string;
}

/** A button that takes the next step. */
export function Simulate({ run: { runOid }, firmId }: SimulateProps) {
  const [isAsked, ask] = useState(false);
  return (
    <>
      <button type="button" className="button" onClick={() => ask(true)}>
        Simulate next step
      </button>
      {isAsked && (
        <Dialog title="Simulate next step" close={() => ask(false)}>
          <ChangeForm
            name={`step ${runOid}`}
            values={{}}
            send={(body, how) =>
              bursar.post("/restapi/simulation/firms/{firmid}/statementruns/{runoid}/steps", {
                params: { path: { firmid: firmId, runoid: runOid } },
                body,
                ...how,
              })
            }
            renews={["statement runs"]}
            done={() => ask(false)}
            action="Simulate next step"
            isRehearsedAtOnce
          >
            <p className="small muted">
              The run is built or released. The sandbox’s second person decides.
            </p>
          </ChangeForm>
        </Dialog>
      )}
    </>
  );
}
