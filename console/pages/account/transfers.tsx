// Incoming transfers from other firms, with their timelines.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { reads } from "../../data/reads.ts";
import { mayChange, type Shapes } from "../../data/service.ts";
import { day, instant } from "../../data/texts.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { Icon } from "../../parts/icon.tsx";
import { Empty, Panel, Reading } from "../../parts/panel.tsx";
import { CancelTransfer } from "./cancel-transfer.tsx";
import { NewTransfer } from "./new-transfer.tsx";
import { type OfAccount, whoChanges } from "./of-account.ts";

type Transfer = Shapes["Transfer"];

const tones: Readonly<Record<string, string>> = {
  Completed: "good",
  Rejected: "bad",
  Failed: "bad",
  Cancelled: "",
  "Transfer Closed - No Action": "",
};

/** American spelling on the screen; the code stays the interface's. */
function statusName(status: string): string {
  return status === "Cancelled" ? "Canceled" : status;
}

/** The color of a transfer's status; one in progress is blue. */
function toneOf(status: string): string {
  return `tag ${tones[status] ?? "blue"}`;
}

interface TransfersProps extends OfAccount {
  readonly list: readonly Transfer[];
}

/** The account's transfers, newest first. */
export function Transfers({ account, list, person }: TransfersProps) {
  const { accountNumber: number } = account;
  const [asked, setAsked] = useState<Transfer>();
  const [cancelled, setCancelled] = useState<Transfer>();
  const [isEntering, setEntering] = useState(false);
  const mayEnter = person.kind === "institutional" && mayChange();
  const mayCancel = mayEnter || (person.kind === "operator" && mayChange());
  return (
    <Panel
      title="Incoming transfers"
      aside={
        mayEnter && (
          <button type="button" className="button" onClick={() => setEntering(true)}>
            <Icon name="plus" />
            New transfer
          </button>
        )
      }
      footer={!mayEnter && whoChanges(person)}
      isBare
    >
      {list.length === 0 ? (
        <Empty title="No transfers" />
      ) : (
        <ul className="cards">
          {list.map((transfer) => (
            <Row
              key={transfer.acatid}
              transfer={transfer}
              mayCancel={mayCancel}
              ask={() => setAsked(transfer)}
              cancel={() => setCancelled(transfer)}
            />
          ))}
        </ul>
      )}
      {asked && (
        <Dialog title={`Timeline of ${asked.acatid}`} close={() => setAsked(undefined)}>
          <Steps number={number} acatid={asked.acatid} />
        </Dialog>
      )}
      {cancelled && (
        <Dialog title={`Cancel ${cancelled.acatid}`} close={() => setCancelled(undefined)}>
          <CancelTransfer
            number={number}
            transfer={cancelled}
            done={() => setCancelled(undefined)}
          />
        </Dialog>
      )}
      {isEntering && (
        <Dialog title="New transfer" close={() => setEntering(false)} isWide>
          <NewTransfer account={account} done={() => setEntering(false)} />
        </Dialog>
      )}
    </Panel>
  );
}

interface RowProps {
  readonly transfer: Transfer;
  readonly mayCancel: boolean;
  readonly ask: () => void;
  readonly cancel: () => void;
}

function Row({ transfer, mayCancel, ask, cancel }: RowProps) {
  return (
    <li className="card-row">
      <div className="card-line">
        <span>
          <span className="strong">{transfer.acatid}</span>{" "}
          <span className="small muted">from {transfer.contraAccountNumber}</span>
        </span>
        <span className={toneOf(transfer.status)}>{statusName(transfer.status)}</span>
      </div>
      {transfer.comment && <p className="small">{transfer.comment.replaceAll("\\\\", " ")}</p>}
      <div className="card-line">
        <span className="tiny muted">
          Submitted {day(transfer.creationTS)}, last updated {day(transfer.lastModifiedTS)}
        </span>
        <span className="actions">
          <button type="button" className="button quiet" onClick={ask}>
            Timeline<span className="hidden-text"> of {transfer.acatid}</span>
          </button>
          {mayCancel && transfer.status === "Request Pending" && (
            <button type="button" className="button danger" onClick={cancel}>
              Cancel<span className="hidden-text"> {transfer.acatid}</span>
            </button>
          )}
        </span>
      </div>
    </li>
  );
}

function Steps({ number, acatid }: { readonly number: string; readonly acatid: string }) {
  const history = useQuery(reads.transferHistory(number, acatid));
  return (
    <Reading of={history}>
      {(steps) => (
        <ol className="steps small">
          {steps.map(({ status, comment, timestamp }) => (
            <li key={`${timestamp} ${status}`}>
              <div className="strong">{statusName(status)}</div>
              <div className="muted">{instant(timestamp)}</div>
              {comment && <div>{comment.replaceAll("\\\\", " ")}</div>}
            </li>
          ))}
        </ol>
      )}
    </Reading>
  );
}
