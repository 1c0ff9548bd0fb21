// The next step of a run in a sandbox, whose second person decides.
import { useState } from "react";
import type { FeeRun } from "../../data/fee-codes.ts";
import { bursar } from "../../data/service.ts";
import { ChangeForm } from "../../parts/change-form.tsx";
import { Dialog } from "../../parts/dialog.tsx";

/** The statuses from which a sandbox takes a step. */
export const simulatedFrom: ReadonlySet<FeeRun["runStatus"]> = new Set([
  "COMPUTING",
  "PREVIEW",
  "APPROVED",
]);

interface SimulateProps {
  readonly run: FeeRun;
  readonly firmId: string;
}

/** A button that takes the next step. */
export function Simulate({ run: { feeRunOid }, firmId }: SimulateProps) {
  const [isAsked, ask] = useState(false);
  return (
    <>
      <button type="button" className="button" onClick={() => ask(true)}>
        Simulate next step
      </button>
      {isAsked && (
        <Dialog title="Simulate next step" close={() => ask(false)}>
          <ChangeForm
            name={`step ${feeRunOid}`}
            values={{}}
            send={(body, how) =>
              bursar.post("/restapi/simulation/firms/{firmid}/feeruns/{feerunoid}/steps", {
                params: { path: { firmid: firmId, feerunoid: feeRunOid } },
                body,
                ...how,
              })
            }
            renews={["fee runs"]}
            done={() => ask(false)}
            action="Simulate next step"
            isRehearsedAtOnce
          >
            <p className="small muted">
              The run is computed, approved or posted. The sandbox’s second person decides.
            </p>
          </ChangeForm>
        </Dialog>
      )}
    </>
  );
}
