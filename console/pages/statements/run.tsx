// One statement run: how far it is, what does not close, and its release by a second person.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import { consolePath } from "../../data/place.ts";
import { reportKinds, type StatementRun, statementReads } from "../../data/statement-reads.ts";
import { day, grouped, instant, money } from "../../data/texts.ts";
import { BackLink } from "../../parts/back-link.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { isAbsent, NotFound } from "../../parts/not-found.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { Panel, Reading } from "../../parts/panel.tsx";
import { Table } from "../../parts/table.tsx";
import type { OfFirm } from "../of-firm.ts";
import { Drawings } from "./drawings.tsx";
import { mayDraw } from "./rights.ts";
import { StatementStatus } from "./run-list.tsx";
import { Simulate } from "./simulate.tsx";
import { type Decision, TakeDecision } from "./take-decision.tsx";

interface StatementRunPageProps extends OfFirm {
  readonly id: string;
}

/** The page of a run. Drawing goes on when the page is left, and is found again here. */
export function StatementRunPage({ id, firmId, person }: StatementRunPageProps) {
  const read = useQuery(statementReads.run(firmId, id));
  if (isAbsent(read.error)) return <NotFound back={{ path: "/", name: "All statement runs" }} />;
  return (
    <Reading of={read} lines={8}>
      {(run) => (
        <>
          <PageHead
            title={`${reportKinds[run.reportType]}, ${day(run.periodFrom)} – ${day(run.periodEnd)}`}
            sub={`Run ${run.runOid}`}
          >
            <BackLink href="/" name="All statement runs" />
          </PageHead>
          <div className="stack">
            <NotClosing of={run} />
            <Panel title="Status" aside={<StatementStatus of={run} />}>
              <div className="stack">
                <Progress of={run} />
                <Figures of={run} />
                <Decided of={run} />
                <Decisions run={run} firmId={firmId} person={person} />
              </div>
            </Panel>
            <Drawings run={run} firmId={firmId} person={person} />
          </div>
        </>
      )}
    </Reading>
  );
}

/** Papers that may not be released come first, each account with its reasons. */
function NotClosing({ of: { notClosing } }: { readonly of: StatementRun }) {
  if (notClosing.length === 0) return null;
  return (
    <Panel
      title="Does not close"
      footer="A run is released only when every statement closes to the cent."
      isBare
    >
      <Table columns={["Account", "Reason"]}>
        {notClosing.map(({ accountNumber, problems }) => (
          <tr key={accountNumber}>
            <th scope="row" className="mono">
              <Link href={`~${consolePath}/accounts/${accountNumber}`}>{accountNumber}</Link>
            </th>
            <td className="wraps">
              {problems.map((problem) => (
                <p key={problem}>{problem}</p>
              ))}
            </td>
          </tr>
        ))}
      </Table>
    </Panel>
  );
}

function Progress({ of: { runStatus, drawn, items } }: { readonly of: StatementRun }) {
  if (runStatus !== "BUILDING") return null;
  const progress = `${grouped(drawn, 0)} of ${grouped(items, 0)} drawn`;
  return (
    <div>
      <progress
        aria-label={progress}
        value={Number(drawn)}
        max={Number(items) || 1}
        style={{ width: "100%" }}
      />
      <p className="small muted" role="status">
        {progress}. You can leave this page.
      </p>
    </div>
  );
}

function Figures({ of: run }: { readonly of: StatementRun }) {
  return (
    <dl className="figures">
      <div>
        <dt>{run.households ? "Households" : "Accounts"}</dt>
        <dd>{grouped(run.items, 0)}</dd>
      </div>
      <div>
        <dt>Documents</dt>
        <dd>{grouped(run.documents, 0)}</dd>
        <dd className="note">With something to show</dd>
      </div>
      <div>
        <dt>Closing value</dt>
        <dd>{money(run.closingValue)}</dd>
        <dd className="note">{day(run.periodEnd)}</dd>
      </div>
      <div>
        <dt>Do not close</dt>
        <dd>{grouped(String(run.notClosing.length), 0)}</dd>
      </div>
    </dl>
  );
}

function Decided({ of: run }: { readonly of: StatementRun }) {
  const { createdBy, decidedBy, readyAt, decidedAt, runStatus } = run;
  const details = [
    createdBy !== null && `Created by ${createdBy}, ${instant(run.createdAt)}`,
    readyAt !== null && `Ready ${instant(readyAt)}`,
    decidedBy !== null &&
      `${runStatus === "RELEASED" ? "Released" : "Discarded"} by ${decidedBy}, ${instant(decidedAt)}`,
  ];
  const known = details.filter(Boolean);
  return known.length > 0 && <p className="small muted">{known.join(" · ")}</p>;
}

interface DecisionsProps extends OfFirm {
  readonly run: StatementRun;
}

const decisions: Partial<Record<StatementRun["runStatus"], readonly Decision[]>> = {
  BUILDING: ["DISCARDED"],
  REVIEW: ["RELEASED", "DISCARDED"],
};

const names: Readonly<Record<Decision, string>> = { RELEASED: "Release", DISCARDED: "Discard" };

function Decisions({ run, firmId, person }: DecisionsProps) {
  const [asked, ask] = useState<Decision>();
  const next = decisions[run.runStatus] ?? [];
  if (!mayDraw(person) || next.length === 0) return null;
  const isSimulated = person.kind === "operator" && person.isSandbox;
  return (
    <div className="actions no-print">
      {next.map((each) => (
        <button
          key={each}
          type="button"
          className={each === "RELEASED" ? "button first" : "button danger"}
          onClick={() => ask(each)}
        >
          {names[each]}
        </button>
      ))}
      {isSimulated && <Simulate run={run} firmId={firmId} />}
      {asked && (
        <Dialog title={names[asked]} close={() => ask(undefined)}>
          <TakeDecision
            run={run}
            firmId={firmId}
            to={asked}
            name={names[asked]}
            done={() => ask(undefined)}
          />
        </Dialog>
      )}
    </div>
  );
}
