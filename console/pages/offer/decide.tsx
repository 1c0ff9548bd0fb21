// The issuer's decision on a subscription, and how the operator completes or cancels it.
import { accreditationNote } from "../../data/accreditation.ts";
import { useDraft } from "../../data/drafts.ts";
import { bursar, type Shapes } from "../../data/service.ts";
import type { Session } from "../../data/session.ts";
import { money } from "../../data/texts.ts";
import { ChangeForm } from "../../parts/change-form.tsx";
import { Choices } from "../../parts/choices.tsx";
import { FlagInput, LinesInput, TextInput } from "../../parts/inputs.tsx";
import { type Decision, decisionsOf } from "./rights.ts";

const names: Readonly<Record<Decision, string>> = {
  ACCEPTED: "Accept",
  REJECTED: "Reject",
  COMPLETE: "Mark funded",
  CANCELLED: "Cancel",
};

const comments: Readonly<Partial<Record<Decision, string>>> = {
  ACCEPTED: "Comment",
  REJECTED: "Rejection reason",
  CANCELLED: "Cancellation reason",
};

interface DecideProps {
  readonly offer: Shapes["Offer"];
  readonly order: Shapes["PrivatePlacementOrderOfOffer"];
  readonly person: Session;
  readonly done: () => void;
}

/** The form of a decision that a user may make. */
export function Decide({ offer: terms, order, person, done }: DecideProps) {
  const open = decisionsOf(order, person);
  const { privatePlacementOfferOid: offer, privatePlacementOrderOid: id } = order;
  const form = `decideOrder ${id}`;
  const standing = order.fillDollarAmount ?? order.requestedDollarAmount;
  const [step, setStep] = useDraft<Decision>(form, "step", open[0] ?? "ACCEPTED");
  const [fill, setFill] = useDraft(form, "fill", standing);
  const [comment, setComment] = useDraft(form, "comment", "");
  const [deMinimis, setDeMinimis] = useDraft<boolean>(form, "deMinimis", false);
  const commentLabel = comments[step];
  const isFirst = step === "ACCEPTED" && order.orderStatus === "INITIAL";
  const body: Shapes["OrderDecision"] = {
    orderStatus: step,
    ...(step === "ACCEPTED" && { fillDollarAmount: fill }),
    ...(isFirst && order.blueSkyException && { deMinimisAccepted: deMinimis }),
    ...(commentLabel && comment !== "" && { comment }),
  };
  return (
    <ChangeForm
      name={form}
      values={body}
      send={(decision, how) =>
        bursar.put(
          "/restapi/privateplacementoffers/{privateplacementofferoid}/privateplacementorders/{privateplacementorderoid}",
          {
            params: { path: { privateplacementofferoid: offer, privateplacementorderoid: id } },
            body: decision,
            ...how,
          },
        )
      }
      renews={["offers", offer]}
      done={done}
      action={names[step]}
      isDanger={step === "REJECTED" || step === "CANCELLED"}
    >
      <p className="small muted">
        {order.investorName} requested {money(order.requestedDollarAmount)}.{" "}
        {accreditationNote(terms, order)}
      </p>
      <Choices
        label="Decision"
        of={open}
        chosen={step}
        name={(each) => names[each]}
        choose={setStep}
      />
      {step === "ACCEPTED" && (
        <TextInput
          field="fillDollarAmount"
          label="Approved amount ($)"
          kind="amount"
          value={fill}
          set={setFill}
        />
      )}
      {isFirst && order.blueSkyException && (
        <FlagInput
          field="deMinimisAccepted"
          label="Investor resides in a state where the offering is not registered; accept as de minimis"
          value={deMinimis}
          set={setDeMinimis}
        />
      )}
      {step === "COMPLETE" && (
        <p className="small">
          {money(order.fillDollarAmount)} is paid from the account’s cash, and the shares are added
          to it at the offering price.
        </p>
      )}
      {commentLabel && (
        <LinesInput field="comment" label={commentLabel} value={comment} set={setComment} />
      )}
    </ChangeForm>
  );
}
