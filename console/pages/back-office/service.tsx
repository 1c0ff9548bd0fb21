// The system status, for the operator: upkeep, valuation, due jobs, the audit log, and data checks.

import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { byUrgency, jobName } from "../../data/job-names.ts";
import { officeReads as reads } from "../../data/office-reads.ts";
import type { Shapes } from "../../data/service.ts";
import type { Session } from "../../data/session.ts";
import { day, grouped, instant, words } from "../../data/texts.ts";
import { BackLink } from "../../parts/back-link.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { Panel, Reading } from "../../parts/panel.tsx";
import { figures, Table } from "../../parts/table.tsx";
import { Anomalies } from "./anomalies.tsx";
import { Chains } from "./chains.tsx";

type State = Shapes["ServiceState"];

/** The page of the system status. */
export function ServicePage({ person }: { readonly person: Session }) {
  const state = useQuery(reads.serviceState());
  return (
    <>
      <PageHead title="System status" sub={person.firmName}>
        <BackLink href="/" name="Back office" />
      </PageHead>
      <Reading of={state} lines={8}>
        {(found) => (
          <div className="stack">
            <Health of={found} />
            <div className="columns halves">
              <Jobs of={found.sweep} />
              <div className="stack">
                <Computing of={found.computing} />
                <Chains />
                <Anomalies />
              </div>
            </div>
          </div>
        )}
      </Reading>
    </>
  );
}

function Health({ of }: { readonly of: State }) {
  const { disabled, failing, waiting, oldestTS } = of.webhooks;
  const isReady = of.status === "ready";
  return (
    <dl className="figures">
      <div>
        <dt>Database</dt>
        <dd>
          <span className={isReady ? "tag good" : "tag warn"}>{words(of.status)}</span>
        </dd>
        <dd className="note">
          {of.isSandbox ? "Sandbox clock " : "Clock "}
          {instant(of.now)}
        </dd>
      </div>
      <div>
        <dt>Last backup</dt>
        <dd>{of.lastBackupTS === null ? "Never" : instant(of.lastBackupTS)}</dd>
        <dd className="note">by bursar backup</dd>
      </div>
      <div>
        <dt>Last checkpoint</dt>
        <dd>{of.lastCheckpointTS === null ? "None" : instant(of.lastCheckpointTS)}</dd>
        <dd className="note">on this server, taken daily</dd>
      </div>
      <div>
        <dt>Webhook events</dt>
        <dd>{grouped(waiting, 0)} pending</dd>
        <dd className="note">
          {oldestTS !== null && `since ${instant(oldestTS)}; `}
          {failing} failing, {disabled} disabled
        </dd>
      </div>
    </dl>
  );
}

function Computing({ of }: { readonly of: State["computing"] }) {
  const isAhead = of.accountsBehind === "0";
  return (
    <Panel title="Valuation">
      <dl className="facts">
        <div>
          <dt>Valued through</dt>
          <dd className="strong">{day(of.newestDate)}</dd>
        </div>
        <div>
          <dt>Prices through</dt>
          <dd>{day(of.closesUntil)}</dd>
        </div>
        <div>
          <dt>Accounts valued</dt>
          <dd>
            {grouped(of.accountsValued, 0)} of {grouped(of.accounts, 0)}
          </dd>
        </div>
        <div>
          <dt>Stale accounts</dt>
          <dd>
            <span className={isAhead ? "tag good" : "tag warn"}>
              {isAhead ? "None" : grouped(of.accountsBehind, 0)}
            </span>
            {!isAhead && <div className="tiny muted">oldest as of {day(of.oldestDate)}</div>}
          </dd>
        </div>
      </dl>
    </Panel>
  );
}

function Jobs({ of: list }: { readonly of: State["sweep"] }) {
  const late = list.filter((job) => job.late !== "0").length;
  return (
    <Panel
      title="Scheduled jobs"
      aside={
        <span className="actions">
          <span className={late === 0 ? "tag good" : "tag warn"}>
            {late === 0 ? "None overdue" : `${late} overdue`}
          </span>
          <Link href="/audit?command=sweep&range=1d" className="button">
            Job history
          </Link>
        </span>
      }
      footer="Due jobs run every minute, and are overdue after five minutes."
      isBare
    >
      <Table columns={["Job", figures("Due"), figures("Overdue")]}>
        {byUrgency(list).map((job) => (
          <tr key={job.operation}>
            <th scope="row">
              <Link href={`/audit?command=sweep&operation=${job.operation}&range=30d`}>
                {jobName(job.operation)}
                <span className="hidden-text">: job history</span>
              </Link>
            </th>
            <td className="right">{grouped(job.due, 0)}</td>
            <td className="right">
              {job.late === "0" ? "0" : <span className="tag warn">{grouped(job.late, 0)}</span>}
            </td>
          </tr>
        ))}
      </Table>
    </Panel>
  );
}
