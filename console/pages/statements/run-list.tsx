// The list of statement runs of a firm, the newest first.
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { type CsvColumn, csvText } from "../../data/csv-text.ts";
import {
  reportKinds,
  type StatementRun,
  statementReads,
  statementStatuses,
} from "../../data/statement-reads.ts";
import { day, grouped, none } from "../../data/texts.ts";
import { ExportButton } from "../../parts/export-button.tsx";
import { Icon } from "../../parts/icon.tsx";
import { Listed } from "../../parts/listed.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { Panel } from "../../parts/panel.tsx";
import { figures, Table } from "../../parts/table.tsx";
import { type OfFirm, useFirmName } from "../of-firm.ts";
import { mayDraw } from "./rights.ts";

/** The page of all runs. */
export function StatementRunList({ firmId, person }: OfFirm) {
  const list = useInfiniteQuery(statementReads.runs(firmId));
  const firmName = useFirmName({ firmId, person });
  return (
    <>
      <PageHead title="Statements" sub={firmName}>
        {mayDraw(person) && (
          <Link href="/new" className="button first">
            <Icon name="plus" />
            New run
          </Link>
        )}
      </PageHead>
      <Panel title="Statement runs" isBare>
        <Listed of={list} empty="No statement runs yet">
          {(runs) => (
            <>
              <div className="toolbar body no-print">
                <ExportButton
                  of="The statement runs shown"
                  name="statement-runs.csv"
                  read={async () => csvText(runs, csvColumns)}
                />
              </div>
              <RunTable runs={runs} />
            </>
          )}
        </Listed>
      </Panel>
    </>
  );
}

const tones: Readonly<Record<StatementRun["runStatus"], string>> = {
  BUILDING: "tag blue",
  REVIEW: "tag warn",
  RELEASED: "tag good",
  DISCARDED: "tag",
};

/** The status of a run as a tag. */
export function StatementStatus({ of: { runStatus } }: { readonly of: StatementRun }) {
  return <span className={tones[runStatus]}>{statementStatuses[runStatus]}</span>;
}

const csvColumns: readonly CsvColumn<StatementRun>[] = [
  ["Run", ({ runOid }) => runOid],
  ["From", ({ periodFrom }) => periodFrom],
  ["To", ({ periodEnd }) => periodEnd],
  ["Type", ({ reportType }) => reportKinds[reportType]],
  ["Of households", ({ households }) => (households ? "Yes" : "No")],
  ["Status", ({ runStatus }) => statementStatuses[runStatus]],
  ["Documents", ({ documents }) => String(documents)],
  ["Exceptions", ({ notClosing }) => String(notClosing.length)],
  ["Created by", ({ createdBy }) => createdBy],
  ["Created", ({ createdAt }) => day(createdAt)],
];

function RunTable({ runs }: { readonly runs: readonly StatementRun[] }) {
  return (
    <Table
      columns={["Period", "Status", figures("Documents"), figures("Exceptions"), "Created by"]}
    >
      {runs.map((run) => (
        <tr key={run.runOid}>
          <th scope="row" className="nowrap">
            <Link href={`/${run.runOid}`}>
              {day(run.periodFrom)} – {day(run.periodEnd)}
            </Link>
            <div className="tiny muted" style={{ fontWeight: 400 }}>
              {reportKinds[run.reportType]}
              {run.households && " of households"} · run {run.runOid}
            </div>
          </th>
          <td>
            <StatementStatus of={run} />
          </td>
          <td className="right">{grouped(run.documents, 0)}</td>
          <td className="right">{run.notClosing.length === 0 ? none : run.notClosing.length}</td>
          <td className="nowrap">
            {run.createdBy === null ? none : run.createdBy}
            <div className="tiny muted">{day(run.createdAt)}</div>
          </td>
        </tr>
      ))}
    </Table>
  );
}
