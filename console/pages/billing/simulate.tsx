// The next step of a fee run in a sandbox.
import type { FeeRun } from "../../data/fee-codes.ts";
import { bursar } from "../../data/service.ts";
import { SimulateStep } from "../../parts/simulate-step.tsx";

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
  return (
    <SimulateStep
      runOid={feeRunOid}
      send={(body, how) =>
        bursar.post("/restapi/simulation/firms/{firmid}/feeruns/{feerunoid}/steps", {
          params: { path: { firmid: firmId, feerunoid: feeRunOid } },
          body,
          ...how,
        })
      }
      renews="fee runs"
    >
      The run is computed, approved or posted.
    </SimulateStep>
  );
}
