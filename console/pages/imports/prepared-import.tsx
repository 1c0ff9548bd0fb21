// One prepared import: what its files have, what is asked, what it would store, and its release.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { importProfiles, isUndecided } from "../../data/import-codes.ts";
import { importReads } from "../../data/import-reads.ts";
import { mayChange, type Shapes } from "../../data/service.ts";
import { day, grouped, instant } from "../../data/texts.ts";
import { BackLink } from "../../parts/back-link.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { isAbsent, NotFound } from "../../parts/not-found.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { Panel, Reading } from "../../parts/panel.tsx";
import type { OfFirm } from "../of-firm.ts";
import { DecideImport, type ImportDecision } from "./decide-import.tsx";
import { Findings } from "./findings.tsx";
import { ImportStatus } from "./import-status.tsx";
import { OpenQuestions } from "./open-questions.tsx";

interface PreparedImportPageProps extends OfFirm {
  readonly id: string;
}

/** The page of an import. It is kept until it is decided, so that it can be left and found again. */
export function PreparedImportPage({ id, firmId, person }: PreparedImportPageProps) {
  const read = useQuery(importReads.prepared(firmId, id));
  if (isAbsent(read.error)) return <NotFound back={{ path: "/", name: "All imports" }} />;
  return (
    <Reading of={read} lines={8}>
      {(report) => (
        <>
          <PageHead
            title={importProfiles[report.profile] ?? report.profile}
            sub={`Import ${report.importId}`}
          >
            <BackLink href="/" name="All imports" />
          </PageHead>
          <div className="stack">
            <Panel title="Status" aside={<ImportStatus of={report} />}>
              <div className="stack">
                <Figures of={report} />
                <p className="small muted">{whatHappened(report)}</p>
                {isUndecided(report) && mayChange() && (
                  <Decisions report={report} isOperator={person.kind === "operator"} />
                )}
              </div>
            </Panel>
            {isCompletedBy(person.kind, report) && (
              <OpenQuestions key={report.checkedTS} report={report} />
            )}
            <Findings report={report} />
          </div>
        </>
      )}
    </Reading>
  );
}

/** Only the side that has prepared an import completes it. */
function isCompletedBy(kind: string, report: Shapes["PreparedImportReport"]): boolean {
  return isUndecided(report) && report.isByOperator === (kind === "operator");
}

function whatHappened(report: Shapes["PreparedImportReport"]): string {
  const { preparedBy, preparedTS, checkedTS, decidedBy, decidedTS, expiresTS, loadId } = report;
  const parts = [
    `Prepared by ${preparedBy}, ${instant(preparedTS)}; checked ${instant(checkedTS)}.`,
    expiresTS === null ? "" : `Files are deleted on ${day(expiresTS)} without a decision.`,
    decidedTS === null
      ? ""
      : `Decided${decidedBy === null ? "" : ` by ${decidedBy}`}, ${instant(decidedTS)}.`,
    loadId === null ? "" : `Undo: bursar import undo ${loadId}.`,
  ];
  return parts.filter((part) => part !== "").join(" ");
}

function Figures({ of: { counts } }: { readonly of: Shapes["PreparedImportReport"] }) {
  const shown = [
    ["Transactions", counts.transactions],
    ["Known rows", counts.knownRows],
    ["New accounts", counts.accounts],
    ["New clients", counts.clients],
    ["New securities", counts.securities],
    ["New closes", counts.closes],
    ["Accounts compared", counts.comparedAccounts],
    ["Breaks", counts.breaks],
  ] as const;
  return (
    <dl className="figures">
      {shown.map(([name, count]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{grouped(count, 0)}</dd>
        </div>
      ))}
    </dl>
  );
}

interface DecisionsProps {
  readonly report: Shapes["PreparedImportReport"];
  readonly isOperator: boolean;
}

function Decisions({ report, isOperator }: DecisionsProps) {
  const [asked, setAsked] = useState<ImportDecision>();
  const name = asked === "RELEASED" ? "Release import" : "Discard import";
  return (
    <div className="toolbar">
      {isOperator && report.importStatus === "READY" && (
        <button type="button" className="button first" onClick={() => setAsked("RELEASED")}>
          Release
        </button>
      )}
      {!isOperator && report.importStatus === "READY" && (
        <p className="small">The operator releases it into the books.</p>
      )}
      <button type="button" className="button" onClick={() => setAsked("DISCARDED")}>
        Discard
      </button>
      {asked && (
        <Dialog title={name} close={() => setAsked(undefined)}>
          <DecideImport report={report} to={asked} name={name} done={() => setAsked(undefined)} />
        </Dialog>
      )}
    </div>
  );
}
