// The next step of a statement run in a sandbox.
import { bursar } from "../../data/service.ts";
import type { StatementRun } from "../../data/statement-reads.ts";
import { SimulateStep } from "../../parts/simulate-step.tsx";

interface SimulateProps {
  readonly run: StatementRun;
  readonly firmId: string;
}

/** A button that takes the next step. */
export function Simulate({ run: { runOid }, firmId }: SimulateProps) {
  return (
    <SimulateStep
      runOid={runOid}
      send={(body, how) =>
        bursar.post("/restapi/simulation/firms/{firmid}/statementruns/{runoid}/steps", {
          params: { path: { firmid: firmId, runoid: runOid } },
          body,
          ...how,
        })
      }
      renews="statement runs"
    >
      The run is built or released.
    </SimulateStep>
  );
}
