// One fee run: its sum, what needs a look before it is approved, and what each account pays.
import { useQuery } from "@tanstack/react-query";
import { type FeeRun, runStatuses } from "../../data/fee-codes.ts";
import { feeReads, isRunning } from "../../data/fee-reads.ts";
import { grouped, instant, money } from "../../data/texts.ts";
import { BackLink } from "../../parts/back-link.tsx";
import { isAbsent, NotFound } from "../../parts/not-found.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { Panel, Reading } from "../../parts/panel.tsx";
import { figures, Table } from "../../parts/table.tsx";
import type { OfFirm } from "../of-firm.ts";
import { RunFigures } from "./run-figures.tsx";
import { RunItems } from "./run-items.tsx";
import { Attention, nameOfRun, RunStatus } from "./run-status.tsx";
import { RunSteps } from "./run-steps.tsx";

interface RunPageProps extends OfFirm {
  readonly id: string;
}

/** The page of a run. A run goes on when its page is left, and is found again here. */
export function RunPage({ id, firmId, person }: RunPageProps) {
  const read = useQuery(feeReads.run(firmId, id));
  if (isAbsent(read.error)) return <NotFound back={{ path: "/", name: "All fee runs" }} />;
  return (
    <Reading of={read} lines={8}>
      {(run) => (
        <>
          <PageHead title={nameOfRun(run)} sub={`Run ${run.feeRunOid}`}>
            <BackLink href="/" name="All fee runs" />
          </PageHead>
          <div className="stack">
            <Panel
              title="Status"
              aside={
                <span className="actions">
                  <Attention of={run} />
                  <RunStatus of={run} />
                </span>
              }
            >
              <div className="stack">
                <Progress of={run} />
                <RunFigures of={run} />
                <Decided of={run} />
                <RunSteps run={run} firmId={firmId} person={person} />
              </div>
            </Panel>
            <Payouts of={run} />
            <RunItems run={run} firmId={firmId} person={person} />
          </div>
        </>
      )}
    </Reading>
  );
}

/** How far a run is. Nobody knows how long it computes, so that only what is done is counted. */
function Progress({ of: run }: { readonly of: FeeRun }) {
  if (!isRunning(run)) return null;
  const isComputing = run.runStatus === "COMPUTING";
  const progress = isComputing
    ? `${grouped(run.accounts, 0)} ${run.accounts === "1" ? "account" : "accounts"} computed so far`
    : `${money(run.posted)} of ${money(run.adjusted)} posted`;
  return (
    <div>
      <progress
        aria-label={`${runStatuses[run.runStatus]}: ${progress}`}
        {...(!isComputing && { value: Number(run.posted), max: Number(run.adjusted) || 1 })}
        style={{ width: "100%" }}
      />
      <p className="small muted" role="status">
        {runStatuses[run.runStatus]}: {progress}. You can leave this page.
      </p>
    </div>
  );
}

/** The people who took each step, and when. */
function Decided({ of: run }: { readonly of: FeeRun }) {
  const { createdBy, adjustedBy, approvedBy, reversedBy, comment } = run;
  const details = [
    createdBy !== null && `Created by ${createdBy}, ${instant(run.createdAt)}`,
    adjustedBy.length > 0 && `Adjusted by ${adjustedBy.join(" and ")}`,
    approvedBy !== null &&
      `Approved by ${approvedBy}${run.approvedAlone ? " alone" : ""}, ${instant(run.approvedAt)}`,
    run.postedAt !== null && `Posted ${instant(run.postedAt)}`,
    reversedBy !== null && `Reversed by ${reversedBy}`,
    comment,
  ];
  const known = details.filter(Boolean);
  return known.length > 0 && <p className="small muted">{known.join(" · ")}</p>;
}

/** The amount that each payee gets once the run is posted. */
function Payouts({ of: { payouts } }: { readonly of: FeeRun }) {
  if (payouts === null || payouts.length === 0) return null;
  return (
    <Panel title="Payouts" footer="Paid outside by the operator." isBare>
      <Table
        columns={[
          "Payee",
          figures("Collected"),
          figures("Refunded"),
          figures("Carried forward"),
          figures("Payout"),
        ]}
      >
        {payouts.map((each) => (
          <tr key={each.payee}>
            <th scope="row">{each.payee}</th>
            <td className="right">{money(each.collected)}</td>
            <td className="right muted">{money(each.refunded)}</td>
            <td className="right muted">{money(each.carried)}</td>
            <td className="right strong">{money(each.amount)}</td>
          </tr>
        ))}
      </Table>
    </Panel>
  );
}
