// Transfers in from other institutions, with the steps that each took.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { reads } from "../../data/reads.ts";
import type { Shapes } from "../../data/service.ts";
import { day, instant } from "../../data/texts.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { Empty, Panel, Reading } from "../../parts/panel.tsx";

type Transfer = Shapes["Transfer"];

const tones: Readonly<Record<string, string>> = {
  Completed: "good",
  Rejected: "bad",
  Failed: "bad",
  Cancelled: "",
  "Transfer Closed - No Action": "",
};

/** How a transfer's status is coloured; one under way is blue. */
function toneOf(status: string): string {
  return `tag ${tones[status] ?? "blue"}`;
}

interface TransfersProps {
  readonly number: string;
  readonly list: readonly Transfer[];
}

/** The account's transfers, the newest first. */
export function Transfers({ number, list }: TransfersProps) {
  const [asked, setAsked] = useState<Transfer>();
  return (
    <Panel title="Transfers in" isBare>
      {list.length === 0 ? (
        <Empty title="Nothing was transferred in." />
      ) : (
        <ul className="cards">
          {list.map((transfer) => (
            <li key={transfer.acatid} className="card-row">
              <div className="card-line">
                <span>
                  <span className="strong">{transfer.acatid}</span>{" "}
                  <span className="small muted">from {transfer.contraAccountNumber}</span>
                </span>
                <span className={toneOf(transfer.status)}>{transfer.status}</span>
              </div>
              {transfer.comment && (
                <p className="small">{transfer.comment.replaceAll("\\\\", " ")}</p>
              )}
              <div className="card-line">
                <span className="tiny muted">
                  Entered {day(transfer.creationTS)}, last step {day(transfer.lastModifiedTS)}
                </span>
                <button type="button" className="button quiet" onClick={() => setAsked(transfer)}>
                  Steps<span className="hidden-text"> of {transfer.acatid}</span>
                </button>
              </div>
            </li>
          ))}
        </ul>
      )}
      {asked && (
        <Dialog title={`Steps of ${asked.acatid}`} close={() => setAsked(undefined)}>
          <Steps number={number} acatid={asked.acatid} />
        </Dialog>
      )}
    </Panel>
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
              <div className="strong">{status}</div>
              <div className="muted">{instant(timestamp)}</div>
              {comment && <div>{comment.replaceAll("\\\\", " ")}</div>}
            </li>
          ))}
        </ol>
      )}
    </Reading>
  );
}
