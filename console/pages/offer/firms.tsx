// The firms that participate in an offering, and the response of an invited one.
import { useState } from "react";
import { useLocation } from "wouter";
import { useDraft } from "../../data/drafts.ts";
import { bursar, mayChange, type Shapes } from "../../data/service.ts";
import type { Session } from "../../data/session.ts";
import { ChangeForm } from "../../parts/change-form.tsx";
import { Choices } from "../../parts/choices.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Empty, Panel } from "../../parts/panel.tsx";

type Status = Shapes["ParticipatingFirm"]["participatingFirmStatus"];

const states: Readonly<Record<Status, { readonly name: string; readonly tone: string }>> = {
  A: { name: "Participating", tone: "tag good" },
  P: { name: "Invited", tone: "tag blue" },
  D: { name: "Declined", tone: "tag" },
};

const all: Readonly<Record<string, string>> = {
  DEFAULT: "All firms",
  IAFIRM: "All advisory firms",
};

interface FirmsProps {
  readonly offer: Shapes["Offer"];
  readonly person: Session;
}

/** The panel of firms. */
export function Firms({ offer, person }: FirmsProps) {
  const [isAnswering, setAnswering] = useState(false);
  const [, go] = useLocation();
  const mayAnswer = (id: string, status: Status) =>
    person.kind === "institutional" && id === person.partnerCode && status !== "D" && mayChange();
  return (
    <Panel title="Participating firms" isBare>
      {offer.participatingFirms.length === 0 ? (
        <Empty title="Sponsor only" />
      ) : (
        <ul className="cards">
          {offer.participatingFirms.map(({ participatingFirmId: id, participatingFirmStatus }) => (
            <li key={id} className="card-row">
              <div className="card-line">
                <span className="small">{all[id] ?? id}</span>
                <span className="actions">
                  {all[id] === undefined && (
                    <span className={states[participatingFirmStatus].tone}>
                      {states[participatingFirmStatus].name}
                    </span>
                  )}
                  {mayAnswer(id, participatingFirmStatus) && (
                    <button type="button" className="button" onClick={() => setAnswering(true)}>
                      Respond<span className="hidden-text"> to the invitation</span>
                    </button>
                  )}
                </span>
              </div>
            </li>
          ))}
        </ul>
      )}
      {isAnswering && (
        <Dialog title={`Invitation to ${offer.offerName}`} close={() => setAnswering(false)}>
          <Answer
            offer={offer}
            done={(answer) => {
              setAnswering(false);
              if (answer === "D") go("/");
            }}
          />
        </Dialog>
      )}
    </Panel>
  );
}

const answers = { A: "Participate", D: "Decline" } as const;

interface AnswerProps {
  readonly offer: Shapes["Offer"];
  readonly done: (answer: keyof typeof answers) => void;
}

function Answer({ offer, done }: AnswerProps) {
  const { privatePlacementOfferOid: oid } = offer;
  const form = `updateParticipation ${oid}`;
  const [answer, setAnswer] = useDraft<keyof typeof answers>(form, "answer", "A");
  return (
    <ChangeForm
      name={form}
      values={{ participatingFirmStatus: answer }}
      send={(body, how) =>
        bursar.put("/restapi/privateplacementoffers/{privateplacementofferoid}/participation", {
          params: { path: { privateplacementofferoid: oid } },
          body,
          ...how,
        })
      }
      renews={["offers"]}
      done={() => done(answer)}
      action={answers[answer]}
      isRehearsedAtOnce
      isDanger={answer === "D"}
    >
      <Choices
        label="Response"
        of={Object.keys(answers) as (keyof typeof answers)[]}
        chosen={answer}
        name={(each) => answers[each]}
        choose={setAnswer}
      />
      <p className="small muted">
        {answer === "A"
          ? "Clients of your firm can subscribe if the offering is visible to clients."
          : "Your firm loses access to the offering. This is final."}
      </p>
    </ChangeForm>
  );
}
