// Withdrawing a subscription.
import { useDraft } from "../../data/drafts.ts";
import { bursar, type Shapes } from "../../data/service.ts";
import type { Session } from "../../data/session.ts";
import { money } from "../../data/texts.ts";
import { ChangeForm } from "../../parts/change-form.tsx";
import { LinesInput } from "../../parts/inputs.tsx";

interface WithdrawProps {
  readonly order: Shapes["PrivatePlacementOrderOfOffer"];
  readonly person: Session;
  readonly done: () => void;
}

/** The form that withdraws a subscription, checked at once. */
export function Withdraw({ order, person, done }: WithdrawProps) {
  const { accountNumber, privatePlacementOrderOid: id, loginId } = order;
  const [comment, setComment] = useDraft(`withdraw ${id}`, "comment", "");
  const acting = person.kind === "institutional" ? { "X-Associated-Member-Id": loginId } : {};
  return (
    <ChangeForm
      name={`withdraw ${id}`}
      values={{ orderStatus: "CANCELLED" as const, ...(comment !== "" && { comment }) }}
      send={(body, how) =>
        bursar.put(
          "/restapi/accounts/{accountnumber}/privateplacementorders/{privateplacementorderoid}",
          {
            params: {
              path: { accountnumber: accountNumber, privateplacementorderoid: id },
              header: acting,
            },
            body,
            ...how,
          },
        )
      }
      renews={["offers", order.privatePlacementOfferOid]}
      done={done}
      action="Withdraw"
      isRehearsedAtOnce
      isDanger
    >
      <p className="small muted">
        Withdraw {order.investorName}’s {money(order.requestedDollarAmount)} subscription. This
        cannot be undone.
      </p>
      <LinesInput field="comment" label="Comment" value={comment} set={setComment} />
    </ChangeForm>
  );
}
