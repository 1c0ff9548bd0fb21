// Ending an offering: it is funded, closed or canceled.
import { useDraft } from "../../data/drafts.ts";
import { bursar, type Shapes } from "../../data/service.ts";
import { ChangeForm } from "../../parts/change-form.tsx";
import { Choices } from "../../parts/choices.tsx";
import { LinesInput } from "../../parts/inputs.tsx";

const ends = {
  C: {
    name: "Close and fund",
    action: "Close and fund",
    meaning:
      "Accepted subscriptions are funded as far as account cash allows. Undecided subscriptions are rejected.",
  },
  N: {
    name: "Close without funding",
    action: "Close offering",
    meaning: "The offering ends without its conditions being met. Open subscriptions are canceled.",
  },
  X: {
    name: "Cancel",
    action: "Cancel offering",
    meaning: "The offering is withdrawn. Open subscriptions are canceled.",
  },
} as const;

type End = keyof typeof ends;

interface EndOfferProps {
  readonly offer: Shapes["Offer"];
  readonly done: () => void;
}

/** The choice of an outcome, checked at once, so that obstacles show. */
export function EndOffer({ offer, done }: EndOfferProps) {
  const { privatePlacementOfferOid: oid } = offer;
  const form = `end ${oid}`;
  const [end, setEnd] = useDraft<End>(form, "end", "C");
  const [comment, setComment] = useDraft(form, "comment", "");
  return (
    <ChangeForm
      name={form}
      record={offer}
      values={{ offerStatus: end, ...(comment !== "" && { comment }) }}
      send={(body, how) =>
        bursar.put("/restapi/privateplacementoffers/{privateplacementofferoid}", {
          params: { path: { privateplacementofferoid: oid } },
          body,
          ...how,
        })
      }
      renews={["offers"]}
      done={done}
      action={ends[end].action}
      isRehearsedAtOnce
      isDanger
    >
      <Choices
        label="Outcome"
        of={Object.keys(ends) as End[]}
        chosen={end}
        name={(each) => ends[each].name}
        choose={setEnd}
      />
      <p className="small muted">{ends[end].meaning} This cannot be undone.</p>
      <LinesInput
        field="comment"
        label="Comment"
        hint="Internal note"
        value={comment}
        set={setComment}
      />
    </ChangeForm>
  );
}
