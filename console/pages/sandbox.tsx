// The sandbox: its clock, simulated steps of counterparties, and its reset.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useDraft } from "../data/drafts.ts";
import { reads } from "../data/reads.ts";
import { bursar, type Shapes } from "../data/service.ts";
import type { Session } from "../data/session.ts";
import { instant } from "../data/texts.ts";
import { ChangeForm, Field } from "../parts/change-form.tsx";
import { Choices } from "../parts/choices.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { AmountInput, TextInput } from "../parts/inputs.tsx";
import { PageHead } from "../parts/page-head.tsx";
import { Notice, Panel, Reading } from "../parts/panel.tsx";

/** The operator's page of a sandbox. */
export function SandboxPage({ person }: { readonly person: Session }) {
  const clock = useQuery(reads.clock());
  return (
    <>
      <PageHead title="Sandbox" sub="Simulate time and counterparties" />
      <div className="columns halves">
        <div className="stack">
          <Reading of={clock}>{({ now }) => <Clock now={now} />}</Reading>
          <Beginning person={person} />
        </div>
        <div className="stack">
          <TransferSteps />
          <ReadyOffer />
        </div>
      </div>
    </>
  );
}

function Clock({ now }: { readonly now: string }) {
  const [days, setDays] = useDraft("moveClock", "days", "1");
  const [isMoved, setMoved] = useState(false);
  const offered = ["1", "30", "365"] as const;
  return (
    <Panel title="Clock" footer="The clock moves forward only, until the sandbox is reset.">
      <div className="stack">
        <div className="value-now">{instant(now)}</div>
        <ChangeForm
          name="moveClock"
          values={{ days }}
          send={(body, how) => bursar.put("/restapi/simulation/clock", { body, ...how })}
          renews={[]}
          done={() => setMoved(true)}
          action="Advance clock"
        >
          <Choices
            label="Advance by"
            of={offered}
            chosen={offered.find((each) => each === days)}
            name={(each) => ({ "1": "1 day", "30": "30 days", "365": "1 year" })[each]}
            choose={setDays}
          />
          <Field field="days" label="Days" hint="Up to 3,660. Jobs that come due run at once.">
            {(given) => <AmountInput {...given} inputMode="numeric" value={days} set={setDays} />}
          </Field>
          {isMoved && <Notice kind="good">Clock advanced. Due jobs complete.</Notice>}
        </ChangeForm>
      </div>
    </Panel>
  );
}

/** Simulates the approvals of issuer and operator, and publishes an offering. */
function ReadyOffer() {
  const [oid, setOid] = useDraft("approveOffer", "offer", "");
  const [ready, setReady] = useState<string>();
  return (
    <Panel title="Prepare offering">
      <ChangeForm
        name={`approveOffer ${oid}`}
        draft="approveOffer"
        values={{}}
        send={(body, how) =>
          bursar.post("/restapi/simulation/offers/{privateplacementofferoid}/approvals", {
            params: { path: { privateplacementofferoid: oid.trim() || "0" } },
            body,
            ...how,
          })
        }
        renews={["offers"]}
        done={() => setReady(oid)}
        action="Approve and publish"
      >
        <TextInput
          field="offer"
          label="Offering number"
          hint="Puts the issuer under contract and adds a document to sign."
          value={oid}
          set={setOid}
        />
        {ready && (oid === "" || oid === ready) && (
          <Notice kind="good">Offering {ready} is published.</Notice>
        )}
      </ChangeForm>
    </Panel>
  );
}

/** Asks for confirmation before all data is deleted, and reports the result. */
function Beginning({ person }: { readonly person: Session }) {
  const [isAsking, setAsking] = useState(false);
  const [isDone, setDone] = useState(false);
  if (person.role !== "administrator") return null;
  return (
    <Panel title="Reset sandbox">
      <div className="stack">
        <p className="small">Deletes all data and reloads the sample firm.</p>
        {isDone && (
          <Notice kind="good">
            The sandbox was reset and the sample firm reloaded. Everyone else needs a new sign-in
            link.
          </Notice>
        )}
        <div>
          <button type="button" className="button danger" onClick={() => setAsking(true)}>
            Reset sandbox
          </button>
        </div>
      </div>
      {isAsking && (
        <Dialog title="Reset sandbox" close={() => setAsking(false)}>
          <Reset
            done={() => {
              setAsking(false);
              setDone(true);
            }}
          />
        </Dialog>
      )}
    </Panel>
  );
}

/** The form that deletes all data, once the user has typed the word. */
function Reset({ done }: { readonly done: () => void }) {
  const [confirmation, setConfirmation] = useState("");
  return (
    <ChangeForm
      name="resetSandbox"
      values={{ confirmation }}
      send={(body, how) => bursar.post("/restapi/simulation/resets", { body, ...how })}
      renews={[]}
      done={done}
      action="Reset"
      isDanger
    >
      <p className="small">
        Deletes all data and history and reloads the sample firm. Keys created after setup stop
        working, and everyone but you is signed out. <code>npx bursar console link</code> prints a
        new sign-in link. This cannot be undone.
      </p>
      <TextInput
        field="confirmation"
        label="Type reset"
        value={confirmation}
        set={setConfirmation}
      />
    </ChangeForm>
  );
}

const outcomes: Readonly<Record<Shapes["SimulatedOutcomeCode"], string>> = {
  next: "Next step",
  adjust: "Adjust",
  reject: "Reject",
  fail: "Fail",
};

function TransferSteps() {
  const [account, setAccount] = useDraft("stepTransfer", "account", "");
  const [acatid, setTransfer] = useDraft("stepTransfer", "transfer", "");
  const [outcome, setOutcome] = useDraft<Shapes["SimulatedOutcomeCode"]>(
    "stepTransfer",
    "outcome",
    "next",
  );
  const [isTaken, setTaken] = useState(false);
  const number = account.trim();
  const transfers = useQuery({ ...reads.transfers(number), enabled: /^[\w]{10}$/.test(number) });
  const open = transfers.data ?? [];
  const chosen = open.find((each) => each.acatid === acatid) ?? open[0];
  return (
    <Panel title="Transfer steps">
      <ChangeForm
        name="stepTransfer"
        values={{ outcome }}
        send={(body, how) =>
          bursar.post("/restapi/simulation/transfers/{accountnumber}/{acatid}/steps", {
            params: { path: { accountnumber: number, acatid: chosen?.acatid ?? "none" } },
            body,
            ...how,
          })
        }
        renews={["account", number]}
        done={() => setTaken(true)}
        action="Advance"
      >
        <Field field="account" label="Account" hint="Receiving account number">
          {(given) => (
            <input
              {...given}
              value={account}
              onChange={({ target }) => {
                setAccount(target.value);
                setTaken(false);
              }}
            />
          )}
        </Field>
        <Field field="acatid" label="Transfer">
          {(given) => (
            <select
              {...given}
              value={chosen?.acatid ?? ""}
              onChange={({ target }) => setTransfer(target.value)}
            >
              {open.length === 0 && <option value="">None</option>}
              {open.map((each) => (
                <option key={each.acatid} value={each.acatid}>
                  {each.acatid}: {each.status}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Choices
          label="Delivering firm action"
          of={Object.keys(outcomes) as Shapes["SimulatedOutcomeCode"][]}
          chosen={outcome}
          name={(each) => outcomes[each]}
          choose={setOutcome}
        />
        {isTaken && chosen && (
          <Notice kind="good">
            {chosen.acatid} is now {chosen.status}.
          </Notice>
        )}
      </ChangeForm>
    </Panel>
  );
}
