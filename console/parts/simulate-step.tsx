// The next step of a run in a sandbox, whose second person decides.
import { useState } from "react";
import { ChangeForm, type Send } from "./change-form.tsx";
import { Dialog } from "./dialog.tsx";

interface SimulateStepProps {
  /** Tells the draft from that of another run. */
  readonly runOid: string;
  readonly send: Send<Record<string, never>, unknown>;
  /** The read that the step changes. */
  readonly renews: string;
  /** The text that says what the step may be. */
  readonly children: string;
}

/** A button that takes the next step. */
export function SimulateStep({ runOid, send, renews, children }: SimulateStepProps) {
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
            send={send}
            renews={[renews]}
            done={() => ask(false)}
            action="Simulate next step"
            isRehearsedAtOnce
          >
            <p className="small muted">{children} The sandbox’s second person decides.</p>
          </ChangeForm>
        </Dialog>
      )}
    </>
  );
}
