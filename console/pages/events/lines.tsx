// The lines of an event: lines that differ come first, and each line is decided on its own.
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import { type CorporateEvent, type EventLine, lineStatuses } from "../../data/event-codes.ts";
import { eventReads, type LineFilter } from "../../data/event-reads.ts";
import { consolePath } from "../../data/place.ts";
import { bursar, mayChange } from "../../data/service.ts";
import { day, directionOf, grouped, money, none } from "../../data/texts.ts";
import { Choices } from "../../parts/choices.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { ExportButton } from "../../parts/export-button.tsx";
import { Listed } from "../../parts/listed.tsx";
import { Panel } from "../../parts/panel.tsx";
import { figures, Table, untitled } from "../../parts/table.tsx";
import { type AskedAction, actionNames, actionsOf, LineAction } from "./line-action.tsx";

const views = {
  differs: "Differs",
  REFUSED: "Rejected",
  HELD: "On hold",
  FOUND: "Already booked",
  all: "All",
} as const;
type View = keyof typeof views;

/** The first of the views that has lines which wait for a decision. */
function firstView({ attention }: CorporateEvent): View {
  if (attention.includes("DIFFERS")) return "differs";
  return (["REFUSED", "HELD", "FOUND"] as const).find((each) => attention.includes(each)) ?? "all";
}

function filterOf(view: View): LineFilter {
  if (view === "all") return {};
  return view === "differs" ? { differs: true } : { status: view };
}

/** The panel of entitlements. */
export function Lines({ event }: { readonly event: CorporateEvent }) {
  const { eventId } = event;
  const [chosen, choose] = useState<View>();
  const view = chosen ?? firstView(event);
  const list = useInfiniteQuery(eventReads.lines(eventId, filterOf(view)));
  const [asked, ask] = useState<AskedAction>();
  const save = async () => {
    const sheet = await bursar.get("/restapi/corporateevents/{eventid}/lines", {
      params: { path: { eventid: eventId }, query: { format: "csv", limit: 1_000 } },
      parseAs: "text",
    });
    return String(sheet);
  };
  return (
    <Panel
      title="Entitlements"
      aside={
        <div className="actions">
          <Choices
            label="Entitlements shown"
            of={Object.keys(views) as View[]}
            chosen={view}
            name={(each) => views[each]}
            choose={choose}
          />
          <ExportButton of="The first 1,000 accounts" name={`event-${eventId}.csv`} read={save} />
        </div>
      }
      footer={`Positions at the opening of ${day(event.entitlementDate)}`}
      isBare
    >
      <Listed of={list} empty="No entitlements">
        {(lines) => <LineTable lines={lines} ask={ask} />}
      </Listed>
      {asked && (
        <Dialog
          title={`${actionNames[asked.action]}: ${asked.line.accountNumber}`}
          close={() => ask(undefined)}
        >
          <LineAction asked={asked} done={() => ask(undefined)} />
        </Dialog>
      )}
    </Panel>
  );
}

interface LineTableProps {
  readonly lines: readonly EventLine[];
  /** Absent where nothing may be decided, as in a dry run. */
  readonly ask?: (asked: AskedAction) => void;
}

/** Lines as a table, also of a dry run. */
export function LineTable({ lines, ask }: LineTableProps) {
  return (
    <Table
      columns={[
        "Account",
        figures("Shares"),
        figures("Gross"),
        figures("Withheld"),
        figures("New shares"),
        "Status",
        untitled("Actions"),
      ]}
    >
      {lines.map((line) => (
        <Row key={line.accountNumber} line={line} {...(ask && { ask })} />
      ))}
    </Table>
  );
}

const tones: Readonly<Record<EventLine["status"], string>> = {
  DUE: "tag blue",
  FOUND: "tag warn",
  HELD: "tag warn",
  NONE: "tag",
  POSTED: "tag good",
  REFUSED: "tag bad",
  REVERSED: "tag",
  KEPT: "tag warn",
};

function Row({ line, ask }: { readonly line: EventLine } & Pick<LineTableProps, "ask">) {
  const { payments, newShares, cashInLieu, reinvestedShares, reason, comment, recomputed } = line;
  return (
    <tr>
      <th scope="row" className="mono">
        <Link href={`~${consolePath}/accounts/${line.accountNumber}`}>{line.accountNumber}</Link>
      </th>
      <td className="right">{grouped(line.shares)}</td>
      <td className="right strong">
        {payments.length === 0
          ? none
          : payments.map(({ component, gross }) => <div key={component}>{money(gross)}</div>)}
        {isSome(cashInLieu) && <div className="tiny muted">{money(cashInLieu)} in lieu</div>}
        {recomputed?.payments.map(({ component, gross }) => (
          <div key={component} className="tiny">
            Recomputed {money(gross)}
          </div>
        ))}
      </td>
      <td className="right muted">
        {payments.map(({ component, withheld, foreign }) => (
          <div key={component}>
            {isSome(withheld) || !isSome(foreign) ? money(withheld) : ""}
            {isSome(foreign) && <div className="tiny">{money(foreign)} foreign</div>}
          </div>
        ))}
      </td>
      <td className="right">
        {isSome(newShares) ? grouped(newShares) : none}
        {isSome(reinvestedShares) && (
          <div className="tiny muted">{grouped(reinvestedShares)} reinvested</div>
        )}
      </td>
      <td className="wraps">
        <span className={tones[line.status]}>{lineStatuses[line.status]}</span>{" "}
        {line.differs && <span className="tag bad">Differs</span>}
        <div className="tiny muted">
          {[reason, line.notReinvested, foundText(line), comment].filter(Boolean).join(" ")}
        </div>
      </td>
      <td className="right">
        {ask && mayChange() && (
          <span className="actions" style={{ justifyContent: "flex-end" }}>
            {actionsOf(line).map((action) => (
              <button
                key={action}
                type="button"
                className="button"
                onClick={() => ask({ line, action })}
              >
                {actionNames[action]}
                <span className="hidden-text"> the line of {line.accountNumber}</span>
              </button>
            ))}
          </span>
        )}
      </td>
    </tr>
  );
}

function isSome(amount: string): boolean {
  return directionOf(amount) !== "even";
}

function foundText({ foundAmount, foundAgrees, foundTransactionIds: ids }: EventLine): string {
  if (ids.length === 0) return "";
  const amount = foundAmount === null ? "" : `, ${money(foundAmount)}`;
  const agreement = foundAgrees === null ? "" : foundAgrees ? " (agrees)" : " (does not agree)";
  return `Transaction ${ids.join(", ")}${amount}${agreement}.`;
}
