// The list of events, with events that need attention first, and the calendar of coming events.
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link, useSearchParams } from "wouter";
import { nameIn } from "../../data/codes.ts";
import { type CsvColumn, csvText } from "../../data/csv-text.ts";
import type { CorporateEvent } from "../../data/event-codes.ts";
import { eventKinds } from "../../data/event-kinds.ts";
import { eventReads } from "../../data/event-reads.ts";
import { mayChange } from "../../data/service.ts";
import { day, words } from "../../data/texts.ts";
import { Choices } from "../../parts/choices.tsx";
import { ExportButton } from "../../parts/export-button.tsx";
import { Icon } from "../../parts/icon.tsx";
import { Listed } from "../../parts/listed.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { Empty, Panel } from "../../parts/panel.tsx";
import { Table } from "../../parts/table.tsx";
import { Attention, EventStatus } from "./event-status.tsx";

const views = { open: "Open", calendar: "Calendar", all: "All" } as const;
type View = keyof typeof views;

const closed: readonly CorporateEvent["status"][] = ["POSTED", "REVERSED", "CANCELLED"];

/** The page of all events. */
export function EventList() {
  const [asked, setAsked] = useSearchParams();
  const view: View =
    (Object.keys(views) as View[]).find((each) => each === asked.get("show")) ?? "open";
  const list = useInfiniteQuery(
    eventReads.events(view === "calendar" ? { status: "ANNOUNCED" } : {}),
  );
  return (
    <>
      <PageHead title="Corporate events" sub="Announcements and postings">
        {mayChange() && (
          <Link href="/new" className="button first">
            <Icon name="plus" />
            New event
          </Link>
        )}
      </PageHead>
      <Panel
        title={`${views[view]} events`}
        aside={
          <Choices
            label="Events shown"
            of={Object.keys(views) as View[]}
            chosen={view}
            name={(each) => views[each]}
            choose={(show) => setAsked(show === "open" ? {} : { show }, { replace: true })}
          />
        }
        isBare
      >
        <Listed of={list} empty="No corporate events">
          {(events) => (
            <>
              <div className="toolbar body no-print">
                <ExportButton
                  of="The events shown"
                  name="corporate-events.csv"
                  read={async () => csvText(shownOf(events, view), csvColumns)}
                />
              </div>
              <Shown of={shownOf(events, view)} />
            </>
          )}
        </Listed>
      </Panel>
    </>
  );
}

/** Open events with what needs attention first; the calendar by its days. */
function shownOf(events: readonly CorporateEvent[], view: View): readonly CorporateEvent[] {
  if (view === "all") return events;
  if (view === "calendar")
    return events.toSorted((one, other) => nextDay(one).localeCompare(nextDay(other)));
  const waits = ({ attention }: CorporateEvent) => Number(attention.length > 0);
  return events
    .filter((each) => waits(each) || !closed.includes(each.status))
    .toSorted((one, other) => waits(other) - waits(one));
}

/** The day of an event; without one it comes last. */
function nextDay({ entitlementDate }: CorporateEvent): string {
  return entitlementDate ?? "9999";
}

const csvColumns: readonly CsvColumn<CorporateEvent>[] = [
  ["Event ID", ({ eventId }) => eventId],
  ["Event", ({ kind }) => nameIn(eventKinds, kind)],
  ["Status", ({ status }) => words(status)],
  ["Attention", ({ attention }) => attention.map(words).join("; ")],
  ["Symbol", ({ ticker }) => ticker],
  ["Security", ({ companyName }) => companyName],
  ["Ex or effective date", ({ exDate, effectiveDate }) => exDate ?? effectiveDate],
  ["Record date", ({ recordDate }) => recordDate],
  ["Pay date", ({ payDate }) => payDate],
];

function Shown({ of: events }: { readonly of: readonly CorporateEvent[] }) {
  if (events.length === 0) return <Empty title="All caught up" />;
  return (
    <Table
      columns={["Event", "Status", "Security", "Ex or effective date", "Record date", "Pay date"]}
    >
      {events.map((event) => (
        <tr key={event.eventId}>
          <th scope="row">
            <Link href={`/${event.eventId}`}>{nameIn(eventKinds, event.kind)}</Link>
            <div className="tiny muted">Event {event.eventId}</div>
          </th>
          <td>
            <span className="toolbar" style={{ gap: "0.25rem" }}>
              <EventStatus of={event} />
              <Attention of={event} />
            </span>
          </td>
          <td>
            {event.ticker}
            <div className="tiny muted">{event.companyName}</div>
          </td>
          <td className="nowrap">{day(event.exDate ?? event.effectiveDate)}</td>
          <td className="nowrap">{day(event.recordDate)}</td>
          <td className="nowrap">{day(event.payDate)}</td>
        </tr>
      ))}
    </Table>
  );
}
