// The steps that an event may take next, each in a dialog that is checked before it is sent.
import { useState } from "react";
import { Link } from "wouter";
import { useDraft } from "../../data/drafts.ts";
import type { CorporateEvent } from "../../data/event-codes.ts";
import { bursar, mayChange, type Shapes } from "../../data/service.ts";
import type { Session } from "../../data/session.ts";
import { ChangeForm } from "../../parts/change-form.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { FlagInput, TextInput } from "../../parts/inputs.tsx";
import { Notice } from "../../parts/panel.tsx";

type Status = CorporateEvent["status"];

interface Step {
  readonly from: readonly Status[];
  readonly to: Status;
  readonly name: string;
  readonly text: string;
  readonly flag?: "leaveHeld" | "recomputeDiffering";
  readonly isDanger?: true;
  /** Whether another person than those before has to decide. */
  readonly isSecond?: true;
}

const steps: readonly Step[] = [
  {
    from: ["DRAFT"],
    to: "ANNOUNCED",
    name: "Announce",
    text: "Holders see the event, and are notified where the kind of event calls for it.",
  },
  {
    from: ["ANNOUNCED"],
    to: "ENTITLED",
    name: "Compute entitlements",
    text: "Entitlements are computed from positions at the opening of the entitlement date.",
  },
  {
    from: ["ENTITLED"],
    to: "POSTING",
    name: "Post",
    text: "Every pending entitlement is booked, account by account.",
    flag: "leaveHeld",
    isSecond: true,
  },
  {
    from: ["POSTED"],
    to: "POSTING",
    name: "Retry rejected",
    text: "Rejected entitlements are booked again.",
    flag: "recomputeDiffering",
  },
  {
    from: ["POSTED", "POSTING"],
    to: "REVERSING",
    name: "Reverse",
    text: "Every transaction of the event is canceled. This cannot be undone.",
    isDanger: true,
    isSecond: true,
  },
  {
    from: ["DRAFT", "ANNOUNCED", "ENTITLED"],
    to: "CANCELLED",
    name: "Cancel event",
    text: "The event will not happen. Notices to holders expire. This cannot be undone.",
    isDanger: true,
  },
];

const editable: readonly Status[] = ["DRAFT", "ANNOUNCED", "ENTITLED", "POSTED"];

interface EventStepsProps {
  readonly event: CorporateEvent;
  readonly person: Session;
}

/** The buttons of the next steps. */
export function EventSteps({ event, person }: EventStepsProps) {
  const [asked, ask] = useState<Step>();
  const [simulated, simulate] = useState<Simulated>();
  if (!mayChange()) return null;
  const simulations = person.isSandbox ? (simulatedFrom[event.status] ?? []) : [];
  const next = steps.filter(({ from }) => from.includes(event.status));
  return (
    <div className="actions no-print">
      {editable.includes(event.status) && (
        <Link href={`/${event.eventId}/edit`} className="button">
          {event.status === "POSTED" ? "Correct terms" : "Edit terms"}
        </Link>
      )}
      {next.map((step) => (
        <button
          key={step.name}
          type="button"
          className={step.isDanger ? "button danger" : "button"}
          onClick={() => ask(step)}
        >
          {step.name}
        </button>
      ))}
      {simulations.map((step) => (
        <button key={step} type="button" className="button" onClick={() => simulate(step)}>
          {simulatedNames[step]}
        </button>
      ))}
      {simulated && (
        <Dialog title={simulatedNames[simulated]} close={() => simulate(undefined)}>
          <Simulate event={event} step={simulated} done={() => simulate(undefined)} />
        </Dialog>
      )}
      {asked && (
        <Dialog title={asked.name} close={() => ask(undefined)}>
          <TakeStep event={event} step={asked} person={person} done={() => ask(undefined)} />
        </Dialog>
      )}
    </div>
  );
}

interface TakeStepProps extends EventStepsProps {
  readonly step: Step;
  readonly done: () => void;
}

const flags = {
  leaveHeld: "Leave entitlements on hold",
  recomputeDiffering: "Recompute entitlements that differ",
} as const;

function TakeStep({ event, step, person, done }: TakeStepProps) {
  const { eventId } = event;
  const { to, flag, isSecond = false, isDanger = false } = step;
  const form = `event ${eventId} ${step.name}`;
  const [comment, setComment] = useDraft(form, "comment", "");
  const [isFlagged, setFlagged] = useDraft(form, "flag", false);
  const values: Shapes["CorporateEventUpdate"] = {
    status: to,
    ...(comment !== "" && { comment }),
    ...(flag && isFlagged && { [flag]: true }),
  };
  const hasDecided = [event.createdBy, event.announcedBy].includes(person.loginId);
  return (
    <ChangeForm
      name={form}
      values={values}
      send={(body, how) =>
        bursar.put("/restapi/corporateevents/{eventid}", {
          params: { path: { eventid: eventId } },
          body,
          ...how,
        })
      }
      renews={["events"]}
      done={done}
      action={step.name}
      isDanger={isDanger}
      isRehearsedAtOnce
    >
      <p className="small muted">{step.text}</p>
      {isSecond && hasDecided && (
        <Notice kind="warn">A second person has to decide: you created or announced it.</Notice>
      )}
      <TextInput field="comment" label="Comment" value={comment} set={setComment} />
      {flag && <FlagInput field={flag} label={flags[flag]} value={isFlagged} set={setFlagged} />}
    </ChangeForm>
  );
}

/** Steps of a sandbox, whatever the day, by its second person. */
const simulatedNames = {
  entitle: "Simulate entitlement",
  post: "Simulate posting",
  reverse: "Simulate reversal",
} as const;
type Simulated = keyof typeof simulatedNames;

const simulatedFrom: Partial<Record<Status, readonly Simulated[]>> = {
  ANNOUNCED: ["entitle"],
  ENTITLED: ["post"],
  POSTED: ["reverse"],
};

interface SimulateProps extends Pick<TakeStepProps, "event" | "done"> {
  readonly step: Simulated;
}

function Simulate({ event: { eventId }, step, done }: SimulateProps) {
  return (
    <ChangeForm
      name={`event ${eventId} ${step}`}
      values={{ step }}
      send={(body, how) =>
        bursar.post("/restapi/simulation/corporateevents/{eventid}/steps", {
          params: { path: { eventid: eventId } },
          body,
          ...how,
        })
      }
      renews={["events"]}
      done={done}
      action={simulatedNames[step]}
      isDanger={step === "reverse"}
      isRehearsedAtOnce
    >
      <p className="small muted">
        The sandbox’s second person decides, on any day. The lines follow within a minute.
      </p>
    </ChangeForm>
  );
}
