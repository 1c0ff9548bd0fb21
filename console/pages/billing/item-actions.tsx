// The actions on a line of a run: adjust or exclude it before, collect or write it off afterwards.
import { useState } from "react";
import { useDraft } from "../../data/drafts.ts";
import type { FeeItem, FeeRun } from "../../data/fee-codes.ts";
import { bursar } from "../../data/service.ts";
import { money } from "../../data/texts.ts";
import { ChangeForm } from "../../parts/change-form.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { TextInput } from "../../parts/inputs.tsx";

/** The actions, by the field that each sends. */
const actions = {
  adjust: { name: "Adjust fee", text: "The fee cannot exceed the computed amount." },
  exclude: { name: "Exclude", text: "The account is not billed by this run; its days stay free." },
  include: { name: "Include", text: "The account is billed again as it was computed." },
  retry: { name: "Retry", text: "What free cash covers now is collected." },
  paid: { name: "Mark paid", text: "The invoice was paid outside the account." },
  writeOff: { name: "Write off", text: "What is due is no longer collected." },
} as const;
type Action = keyof typeof actions;

/** The actions that a run and an item allow. */
function actionsOf({ runStatus }: FeeRun, { state, collect }: FeeItem): readonly Action[] {
  if (runStatus === "PREVIEW") {
    if (state === "OPEN") return ["adjust", "exclude"];
    return state === "EXCLUDED" ? ["include"] : [];
  }
  const isLacking = state === "PART" || state === "DUE";
  if (!isLacking || (runStatus !== "POSTED" && runStatus !== "POSTING")) return [];
  return [collect === "invoice" ? "paid" : "retry", "writeOff"];
}

interface ItemActionsProps {
  readonly firmId: string;
  readonly run: FeeRun;
  readonly item: FeeItem;
}

/** The buttons of a line. */
export function ItemActions({ firmId, run, item }: ItemActionsProps) {
  const [asked, ask] = useState<Action>();
  const allowed = actionsOf(run, item);
  if (allowed.length === 0) return null;
  return (
    <div className="actions no-print">
      {allowed.map((action) => (
        <button
          key={action}
          type="button"
          className={action === "writeOff" ? "button danger" : "button"}
          onClick={() => ask(action)}
        >
          {actions[action].name}
          <span className="hidden-text">: {item.accountNumber}</span>
        </button>
      ))}
      {asked && (
        <Dialog
          title={`${actions[asked].name}: ${item.accountNumber}`}
          close={() => ask(undefined)}
        >
          <Act firmId={firmId} run={run} item={item} action={asked} done={() => ask(undefined)} />
        </Dialog>
      )}
    </div>
  );
}

interface ActProps extends ItemActionsProps {
  readonly action: Action;
  readonly done: () => void;
}

function Act({ firmId, run: { feeRunOid }, item, action, done }: ActProps) {
  const { accountNumber, line, computed, adjusted } = item;
  const form = `fee item ${feeRunOid} ${accountNumber} ${line} ${action}`;
  const [amount, setAmount] = useDraft(form, "amount", adjusted ?? computed);
  const [paidDate, setPaidDate] = useDraft(form, "paidDate", "");
  const [reason, setReason] = useDraft(form, "reason", "");
  const sent = {
    adjust: { adjustedAmount: amount },
    exclude: { excluded: true },
    include: { excluded: false },
    retry: { retry: true },
    paid: { paidDate },
    writeOff: { writeOff: true },
  } as const;
  return (
    <ChangeForm
      name={form}
      values={{ line, ...sent[action], reason }}
      send={(body, how) =>
        bursar.put("/restapi/firms/{firmid}/feeruns/{feerunoid}/items/{accountnumber}", {
          params: {
            path: { firmid: firmId, feerunoid: feeRunOid, accountnumber: accountNumber },
          },
          body,
          ...how,
        })
      }
      renews={["fee runs"]}
      done={done}
      action={actions[action].name}
      isDanger={action === "writeOff"}
    >
      <p className="small muted">{actions[action].text}</p>
      {action === "adjust" && (
        <TextInput
          field="adjustedAmount"
          label="Fee ($)"
          hint={`Computed ${money(computed)}`}
          kind="amount"
          value={amount}
          set={setAmount}
        />
      )}
      {action === "paid" && (
        <TextInput field="paidDate" label="Paid on" kind="day" value={paidDate} set={setPaidDate} />
      )}
      <TextInput
        field="reason"
        label="Reason"
        hint={action === "adjust" || action === "exclude" ? "Printed on the bill" : undefined}
        value={reason}
        set={setReason}
      />
    </ChangeForm>
  );
}
