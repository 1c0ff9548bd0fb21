// The steps that a run may take next, each in a dialog that is checked before it is sent.
import { useState } from "react";
import { useDraft } from "../../data/drafts.ts";
import type { FeeRun } from "../../data/fee-codes.ts";
import { bursar, type Shapes } from "../../data/service.ts";
import { money } from "../../data/texts.ts";
import { ChangeForm } from "../../parts/change-form.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { TextInput } from "../../parts/inputs.tsx";
import type { OfFirm } from "../of-firm.ts";
import { mayDecide } from "./rights.ts";
import { Simulate, simulatedFrom } from "./simulate.tsx";

interface Step {
  readonly from: readonly FeeRun["runStatus"][];
  readonly to: Shapes["FeeRunUpdate"]["runStatus"];
  readonly name: string;
  readonly text: (run: FeeRun) => string;
  readonly isDanger?: true;
  readonly isFirst?: true;
}

const steps: readonly Step[] = [
  {
    from: ["PREVIEW"],
    to: "APPROVED",
    name: "Approve",
    text: ({ adjusted }) =>
      `${money(adjusted)} will be taken from clients’ accounts on the posting date. Bills are drawn first.`,
    isFirst: true,
  },
  {
    from: ["PREVIEW"],
    to: "COMPUTING",
    name: "Compute again",
    text: () => "Fees follow today’s facts. Adjustments stay where the computed fee is the same.",
  },
  {
    from: ["COMPUTING", "PREVIEW", "APPROVED"],
    to: "DISCARDED",
    name: "Discard",
    text: () => "Nothing is posted, and the days may be billed by another run.",
    isDanger: true,
  },
  {
    from: ["POSTED"],
    to: "REVERSING",
    name: "Reverse",
    text: ({ posted }) =>
      `Every fee is refunded in full, ${money(posted)} in all. This cannot be undone.`,
    isDanger: true,
  },
];

interface RunStepsProps extends OfFirm {
  readonly run: FeeRun;
}

/** The buttons of the next steps. */
export function RunSteps({ run, firmId, person }: RunStepsProps) {
  const [asked, ask] = useState<Step>();
  const next = steps.filter(({ from }) => from.includes(run.runStatus));
  const isSimulated =
    person.kind === "operator" && person.isSandbox && simulatedFrom.has(run.runStatus);
  if (!mayDecide(person, run) || (next.length === 0 && !isSimulated)) return null;
  return (
    <div className="actions no-print">
      {next.map((step) => (
        <button
          key={step.name}
          type="button"
          className={["button", step.isDanger && "danger", step.isFirst && "first"]
            .filter(Boolean)
            .join(" ")}
          onClick={() => ask(step)}
        >
          {step.name}
        </button>
      ))}
      {isSimulated && <Simulate run={run} firmId={firmId} />}
      {asked && (
        <Dialog title={asked.name} close={() => ask(undefined)}>
          <TakeStep run={run} firmId={firmId} step={asked} done={() => ask(undefined)} />
        </Dialog>
      )}
    </div>
  );
}

interface TakeStepProps extends Omit<RunStepsProps, "person"> {
  readonly step: Step;
  readonly done: () => void;
}

function TakeStep({ run: asked, firmId, step, done }: TakeStepProps) {
  // The decision is on the run as it was when the dialog opened.
  const [run] = useState(asked);
  const { feeRunOid, itemsHash } = run;
  const { to, isDanger = false } = step;
  const form = `fee run ${feeRunOid} ${step.name}`;
  const [comment, setComment] = useDraft(form, "comment", "");
  return (
    <ChangeForm
      name={form}
      values={{
        runStatus: to,
        ...(comment !== "" && { comment }),
        ...(to === "APPROVED" && itemsHash !== null && { itemsHash }),
      }}
      send={(body, how) =>
        bursar.put("/restapi/firms/{firmid}/feeruns/{feerunoid}", {
          params: { path: { firmid: firmId, feerunoid: feeRunOid } },
          body,
          ...how,
        })
      }
      renews={["fee runs"]}
      done={done}
      action={step.name}
      isDanger={isDanger}
      isRehearsedAtOnce
    >
      <p className="small muted">{step.text(run)}</p>
      <TextInput
        field="comment"
        label={to === "REVERSING" ? "Comment" : "Comment (optional)"}
        value={comment}
        set={setComment}
      />
    </ChangeForm>
  );
}
