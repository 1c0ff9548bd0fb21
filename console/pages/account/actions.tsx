// Corporate actions, with votes and elections.
import { useState } from "react";
import { mayVote } from "../../data/account-rights.ts";
import { codes, nameIn } from "../../data/codes.ts";
import type { Shapes } from "../../data/service.ts";
import type { Session } from "../../data/session.ts";
import { day, grouped } from "../../data/texts.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { Empty, Panel } from "../../parts/panel.tsx";
import { Ballot, ReadBallot } from "./ballot.tsx";

type Action = Shapes["CorporateAction"];

const tones = {
  New: "tag blue",
  "Attending Meeting": "tag good",
  Voted: "tag good",
  Expired: "tag",
};

/** Whether a vote is offered: until the deadline, to users with the right. */
function isVoted({ status }: Action, account: Shapes["Account"]): boolean {
  return status !== "Expired" && mayVote(account);
}

/** Holders vote at meetings, and elect in all other actions. */
function voteName({ type }: Action): string {
  return type === "P" ? "Vote" : "Elect";
}

interface ActionsProps {
  readonly account: Shapes["Account"];
  readonly list: readonly Action[];
  readonly person: Session;
}

/** The notices to the holder, next deadline first. */
export function Actions({ account, list, person }: ActionsProps) {
  const [asked, setAsked] = useState<string>();
  const ballot = list.find(({ notifid }) => notifid === asked);
  return (
    <Panel title="Corporate actions" isBare>
      {list.length === 0 ? (
        <Empty title="No corporate actions" />
      ) : (
        <ul className="cards">
          {list.map((action) => (
            <li key={action.notifid} className="card-row">
              <div className="card-line">
                <span className="strong">
                  {action.ticker} · {action.activity ?? nameIn(codes.actionTypes, action.type)}
                </span>
                <span className={tones[action.status]}>{action.status}</span>
              </div>
              {action.description && <p className="small">{action.description}</p>}
              <div className="card-line">
                <span className="tiny muted">
                  {grouped(action.shares)} shares
                  {action.deadline && ` · respond by ${day(action.deadline)}`}
                </span>
                {action.questions.length > 0 && (
                  <button type="button" className="button" onClick={() => setAsked(action.notifid)}>
                    {isVoted(action, account) ? voteName(action) : "View"}
                    <span className="hidden-text">: {action.issuer}</span>
                  </button>
                )}
              </div>
            </li>
          ))}
        </ul>
      )}
      {ballot && (
        <Dialog
          title={`${ballot.issuer}: ${ballot.activity ?? voteName(ballot)}`}
          close={() => setAsked(undefined)}
          isWide
        >
          {isVoted(ballot, account) ? (
            <Ballot
              account={account}
              action={ballot}
              person={person}
              done={() => setAsked(undefined)}
            />
          ) : (
            <ReadBallot action={ballot} />
          )}
        </Dialog>
      )}
    </Panel>
  );
}
