// The operator's decision on the line of an account.
import { useDraft } from "../../data/drafts.ts";
import type { EventLine } from "../../data/event-codes.ts";
import { bursar } from "../../data/service.ts";
import { ChangeForm } from "../../parts/change-form.tsx";
import { TextInput } from "../../parts/inputs.tsx";

/** Names of the actions. */
export const actionNames = {
  hold: "Hold",
  release: "Release",
  recompute: "Recompute",
  keep: "Keep",
} as const;
type Action = keyof typeof actionNames;

/** An action that was asked for, and its line. */
export interface AskedAction {
  readonly line: EventLine;
  readonly action: Action;
}

const texts: Readonly<Record<Action, string>> = {
  hold: "The account is left out of the posting until its line is released.",
  release: "The line is posted with the next run. Transactions found in the books are replaced.",
  recompute: "The account is booked as the present facts say; only what differs is changed.",
  keep: "What was booked stays, although the event is reversed.",
};

/** The actions that a line allows. */
export function actionsOf({ status, differs, reason }: EventLine): readonly Action[] {
  if (status === "DUE") return ["hold"];
  if (status === "REFUSED" || status === "HELD" || status === "FOUND") return ["release"];
  if (status !== "POSTED") return [];
  return [...(differs ? (["recompute"] as const) : []), ...(reason ? (["keep"] as const) : [])];
}

interface LineActionProps {
  readonly asked: AskedAction;
  readonly done: () => void;
}

/** The form of an action. */
export function LineAction({ asked: { line, action }, done }: LineActionProps) {
  const { eventId, accountNumber } = line;
  const form = `line ${eventId} ${accountNumber} ${action}`;
  const [comment, setComment] = useDraft(form, "comment", "");
  return (
    <ChangeForm
      name={form}
      values={{ action, ...(comment !== "" && { comment }) }}
      send={(body, how) =>
        bursar.put("/restapi/corporateevents/{eventid}/lines/{accountnumber}", {
          params: { path: { eventid: eventId, accountnumber: accountNumber } },
          body,
          ...how,
        })
      }
      renews={["events"]}
      done={done}
      action={actionNames[action]}
      isDanger={action === "keep"}
    >
      <p className="small muted">{texts[action]}</p>
      <TextInput field="comment" label="Comment" value={comment} set={setComment} />
    </ChangeForm>
  );
}
