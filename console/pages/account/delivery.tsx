// How a member wants papers: electronically or on paper.
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { base64 } from "../../data/base64.ts";
import { documentReads } from "../../data/document-reads.ts";
import { useDraft } from "../../data/drafts.ts";
import { bursar, mayChange, type Shapes } from "../../data/service.ts";
import type { Session } from "../../data/session.ts";
import { instant, personOf } from "../../data/texts.ts";
import { ChangeForm, type Send } from "../../parts/change-form.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { CodeInput, FlagInput, PdfInput } from "../../parts/inputs.tsx";
import { Notice, Panel, Reading } from "../../parts/panel.tsx";

type Preferences = Shapes["DeliveryPreferences"];

const kinds = {
  statements: "Statements and reports",
  confirmations: "Trade confirmations",
  taxForms: "Tax forms",
  bills: "Bills",
} as const;
type Kind = keyof typeof kinds;
const kindNames = Object.keys(kinds) as readonly Kind[];

const ways = new Map([
  ["electronic", { name: "Electronic", description: "" }],
  ["paper", { name: "Paper", description: "" }],
]);

interface DeliveryProps {
  readonly owner: string;
  readonly person: Session;
}

/** The panel of an owner's delivery preferences, which are read when it is opened. */
export function Delivery({ owner, person }: DeliveryProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Panel title="Delivery">
      <details className="more" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>Delivery preferences of {personOf(owner)}</summary>
        {isOpen && <Chosen owner={owner} person={person} />}
      </details>
    </Panel>
  );
}

/** The preferences in force. The operator reads them. */
function Chosen({ owner, person }: DeliveryProps) {
  const read = useQuery(documentReads.delivery(owner));
  const [isChanging, setChanging] = useState(false);
  const mayChoose = person.kind !== "operator" && mayChange();
  return (
    <Reading of={read} lines={2}>
      {(preferences) => (
        <div className="stack">
          <dl className="facts">
            {kindNames.map((kind) => (
              <div key={kind}>
                <dt>{kinds[kind]}</dt>
                <dd>{preferences[kind] === "electronic" ? "Electronic" : "Paper"}</dd>
              </div>
            ))}
            {preferences.consentts !== null && (
              <div>
                <dt>Consent to electronic delivery</dt>
                <dd>{instant(preferences.consentts)}</dd>
              </div>
            )}
          </dl>
          {mayChoose && (
            <div className="actions no-print">
              <button type="button" className="button" onClick={() => setChanging(true)}>
                Edit<span className="hidden-text"> delivery</span>
              </button>
            </div>
          )}
          {isChanging && (
            <Dialog title={`Delivery to ${personOf(owner)}`} close={() => setChanging(false)}>
              <Change
                owner={owner}
                person={person}
                preferences={preferences}
                done={() => setChanging(false)}
              />
            </Dialog>
          )}
        </div>
      )}
    </Reading>
  );
}

interface ChangeProps extends DeliveryProps {
  readonly preferences: Preferences;
  readonly done: () => void;
}

function Change({ owner, person, preferences, done }: ChangeProps) {
  const form = `setDeliveryPreferences ${owner}`;
  const [chosen, setChosen] = useDraft<Readonly<Record<Kind, "electronic" | "paper">>>(
    form,
    "chosen",
    {
      statements: preferences.statements,
      confirmations: preferences.confirmations,
      taxForms: preferences.taxForms,
      bills: preferences.bills,
    },
  );
  const [agrees, setAgrees] = useDraft(form, "agrees", false);
  const [withdraws, setWithdraws] = useDraft(form, "withdraws", false);
  const [signed, setSigned] = useState("");
  const file = useRef<File>(undefined);
  const needsConsent =
    !preferences.consent && kindNames.some((kind) => chosen[kind] === "electronic");
  const values = {
    ...(!withdraws && chosen),
    ...(needsConsent && agrees && { consent: true }),
    ...(withdraws && { consent: false }),
    ...(needsConsent && agrees && signed !== "" && { signed }),
  };
  const send: Send<typeof values> = async ({ signed: named, ...typed }, how) => {
    const bytes = named && file.current && new Uint8Array(await file.current.arrayBuffer());
    return bursar.put("/restapi/members/{loginid}/deliverypreferences", {
      params: { path: { loginid: owner } },
      body: { ...typed, ...(bytes && { signedConsent: base64(bytes) }) },
      ...how,
    });
  };
  return (
    <ChangeForm
      name={form}
      values={values}
      send={send}
      renews={["documents"]}
      done={done}
      action="Save delivery"
    >
      {!withdraws &&
        kindNames.map((kind) => (
          <CodeInput
            key={kind}
            field={kind}
            label={kinds[kind]}
            list={ways}
            value={chosen[kind]}
            set={(way) =>
              setChosen({ ...chosen, [kind]: way === "electronic" ? "electronic" : "paper" })
            }
          />
        ))}
      {needsConsent && (
        <Consent
          words={preferences.consentWords}
          owner={owner}
          person={person}
          agrees={agrees}
          setAgrees={setAgrees}
          choose={(picked) => {
            file.current = picked;
            setSigned(picked ? `${picked.name} ${picked.size} ${picked.lastModified}` : "");
          }}
        />
      )}
      {preferences.consent && (
        <FlagInput
          field="consent"
          label="Withdraw consent: send everything on paper"
          value={withdraws}
          set={setWithdraws}
        />
      )}
    </ChangeForm>
  );
}

interface ConsentProps extends DeliveryProps {
  readonly words: string;
  readonly agrees: boolean;
  readonly setAgrees: (agrees: boolean) => void;
  readonly choose: (signed: File | undefined) => void;
}

/** Consent to electronic delivery, with the signed paper where somebody else enters it. */
function Consent({ words, owner, person, agrees, setAgrees, choose }: ConsentProps) {
  const isOwn = person.loginId === owner;
  return (
    <>
      <Notice>{words}</Notice>
      <FlagInput
        field="consent"
        label={isOwn ? "I agree" : `${personOf(owner)} agrees`}
        value={agrees}
        set={setAgrees}
      />
      {agrees && !isOwn && (
        <PdfInput
          field="signedConsent"
          label="Signed consent"
          hint="PDF, at most 1 MB"
          choose={choose}
        />
      )}
    </>
  );
}
