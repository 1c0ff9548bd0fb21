// Canceling a transfer, which is possible until it is sent.
import { useDraft } from "../../data/drafts.ts";
import { bursar, type Shapes } from "../../data/service.ts";
import { ChangeForm } from "../../parts/change-form.tsx";
import { LinesInput } from "../../parts/inputs.tsx";

interface CancelTransferProps {
  readonly number: string;
  readonly transfer: Shapes["Transfer"];
  readonly done: () => void;
}

/** The form; a line break in the comment is sent as two backslashes, as the interface requires. */
export function CancelTransfer({ number, transfer, done }: CancelTransferProps) {
  const { acatid } = transfer;
  const [comment, setComment] = useDraft(`cancel ${acatid}`, "comment", "");
  return (
    <ChangeForm
      name={`cancel ${acatid}`}
      values={{
        status: "Cancelled" as const,
        ...(comment !== "" && { comment: comment.replaceAll("\n", "\\\\") }),
      }}
      send={(body, how) =>
        bursar.put("/restapi/accounts/{accountnumber}/acatin/{acatid}", {
          params: { path: { accountnumber: number, acatid } },
          body,
          ...how,
        })
      }
      renews={["account", number, "transfers"]}
      done={done}
      action="Cancel transfer"
      isRehearsedAtOnce
      isDanger
    >
      <p className="small muted">
        The transfer from account {transfer.contraAccountNumber} has not been sent yet. A canceled
        transfer cannot be resumed.
      </p>
      <LinesInput
        field="comment"
        label="Comment"
        hint="Shown with the transfer."
        value={comment}
        set={setComment}
      />
    </ChangeForm>
  );
}
