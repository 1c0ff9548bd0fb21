// The list of fee runs, the newest first.
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { type FeeRun, runKinds } from "../../data/fee-codes.ts";
import { feeReads } from "../../data/fee-reads.ts";
import { day, directionOf, grouped, money, none } from "../../data/texts.ts";
import { Icon } from "../../parts/icon.tsx";
import { Listed } from "../../parts/listed.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { Panel } from "../../parts/panel.tsx";
import { figures, Table } from "../../parts/table.tsx";
import { type OfFirm, useFirmName } from "../of-firm.ts";
import { mayBill } from "./rights.ts";
import { Attention, RunStatus } from "./run-status.tsx";

/** The page of all runs. */
export function RunList({ firmId, person }: OfFirm) {
  const list = useInfiniteQuery(feeReads.runs(firmId));
  const firmName = useFirmName({ firmId, person });
  return (
    <>
      <PageHead title="Billing" sub={`${firmName} · fees of all accounts`}>
        {mayBill(person) && (
          <Link href="/new" className="button first">
            <Icon name="plus" />
            New fee run
          </Link>
        )}
      </PageHead>
      <Panel title="Fee runs" isBare>
        <Listed of={list} empty="No fee runs yet">
          {(runs) => <RunTable runs={runs} />}
        </Listed>
      </Panel>
    </>
  );
}

function RunTable({ runs }: { readonly runs: readonly FeeRun[] }) {
  return (
    <Table
      columns={[
        "Period ending",
        "Status",
        figures("Accounts"),
        figures("Billing basis"),
        figures("Fees"),
        figures("Collected"),
        figures("Past due"),
        "Created by",
      ]}
    >
      {runs.map((run) => (
        <Row key={run.feeRunOid} run={run} />
      ))}
    </Table>
  );
}

function Row({ run }: { readonly run: FeeRun }) {
  const { feeRunOid, due } = run;
  const warnings = Object.values(run.warnings).reduce((sum, count) => sum + Number(count), 0);
  return (
    <tr>
      <th scope="row" className="nowrap">
        <Link href={`/${feeRunOid}`}>{day(run.periodEnd)}</Link>
        <div className="tiny muted" style={{ fontWeight: 400 }}>
          {runKinds[run.kind]}
        </div>
      </th>
      <td>
        <span className="toolbar" style={{ gap: "0.25rem" }}>
          <RunStatus of={run} />
          <Attention of={run} />
          {run.runStatus === "PREVIEW" && warnings > 0 && (
            <span className="tag">{warnings === 1 ? "1 exception" : `${warnings} exceptions`}</span>
          )}
        </span>
      </td>
      <td className="right">{grouped(run.accounts, 0)}</td>
      <td className="right muted">{money(run.basis)}</td>
      <td className="right strong">{money(run.adjusted)}</td>
      <td className="right">{money(run.posted)}</td>
      <td className="right">{directionOf(due) === "even" ? none : money(due)}</td>
      <td className="nowrap">
        {run.createdBy === null ? none : run.createdBy}
        <div className="tiny muted">{day(run.createdAt)}</div>
      </td>
    </tr>
  );
}
