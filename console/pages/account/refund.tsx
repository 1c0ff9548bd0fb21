// Giving a fee back, in whole or in part.
import { useDraft } from "../../data/drafts.ts";
import type { AccountFee } from "../../data/fee-codes.ts";
import { bursar } from "../../data/service.ts";
import { money } from "../../data/texts.ts";
import { ChangeForm } from "../../parts/change-form.tsx";
import { CodeInput, TextInput } from "../../parts/inputs.tsx";

interface RefundProps {
  readonly number: string;
  readonly fee: AccountFee;
  readonly done: () => void;
}

/** The form of a refund. */
export function Refund({ number, fee, done }: RefundProps) {
  const { feeRunOid, line, transactionIds, posted, refunded } = fee;
  const form = `createFeeRefund ${number} ${feeRunOid} ${line}`;
  const [first = ""] = transactionIds;
  const [transactionId, setTransaction] = useDraft(form, "transactionId", first);
  const [amount, setAmount] = useDraft(form, "amount", "");
  const [reason, setReason] = useDraft(form, "reason", "");
  const [comment, setComment] = useDraft(form, "comment", "");
  return (
    <ChangeForm
      name={form}
      values={{ transactionId, amount, reason, ...(comment !== "" && { comment }) }}
      send={(body, how) =>
        bursar.post("/restapi/accounts/{accountnumber}/feerefunds", {
          params: { path: { accountnumber: number } },
          body,
          ...how,
        })
      }
      renews={["account", number]}
      done={done}
      action="Refund fee"
      isDanger
    >
      <p className="small muted">
        {money(posted)} was collected
        {/[1-9]/.test(refunded) && `, and ${money(refunded)} of it refunded`}. The refund is a
        transaction of today; released statements stay as they are.
      </p>
      {transactionIds.length > 1 && (
        <CodeInput
          field="transactionId"
          label="Transaction"
          list={new Map(transactionIds.map((id) => [id, { name: id, description: "" }]))}
          value={transactionId}
          set={setTransaction}
        />
      )}
      <TextInput field="amount" label="Amount ($)" kind="amount" value={amount} set={setAmount} />
      <TextInput field="reason" label="Reason" value={reason} set={setReason} />
      <TextInput field="comment" label="Comment (optional)" value={comment} set={setComment} />
    </ChangeForm>
  );
}
